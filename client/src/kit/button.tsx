// Buttons. `ask` is the yellow brick: only for the one thing a player is asked to do.
import type { LucideIcon } from "lucide-preact";
import type { ComponentChildren, JSX } from "preact";
import { Keys } from "./keys";
import { hrefOf } from "./place";
import { go, isPlainClick } from "./route";

export type ButtonKind = "ask" | "plain" | "quiet" | "danger";
export type Icon = LucideIcon;

type Looks = {
  kind?: ButtonKind;
  big?: boolean;
  wide?: boolean;
  icon?: Icon;
  /** Keyboard keys to show beside the words, such as "Enter". */
  keys?: string;
  /** Only the icon is seen; the words become the label and the title. */
  iconOnly?: boolean;
  children?: ComponentChildren;
};

type ButtonProps = Looks & Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "icon">;

function classes({ kind = "plain", big, wide, iconOnly }: Looks, more: unknown): string {
  const words = ["k-button", kind, big && "big", wide && "wide", iconOnly && "icon-only", more];
  return words.filter((word) => typeof word === "string" && word !== "").join(" ");
}

function Face({ icon: Picture, keys, iconOnly, big, children }: Looks) {
  return (
    <>
      {Picture && <Picture size={big ? 20 : 18} aria-hidden="true" />}
      {iconOnly ? <span class="k-spoken">{children}</span> : <span class="k-label">{children}</span>}
      {keys && !iconOnly && <Keys keys={keys} />}
    </>
  );
}

function split(props: Looks): Looks {
  const { kind, big, wide, icon, keys, iconOnly, children } = props;
  return {
    ...(kind && { kind }),
    ...(big && { big }),
    ...(wide && { wide }),
    ...(icon && { icon }),
    ...(keys && { keys }),
    ...(iconOnly && { iconOnly }),
    children,
  };
}

/** A button; all attributes of a native one go through. */
export function Button(props: ButtonProps) {
  const { kind: _k, big: _b, wide: _w, icon: _i, keys: _s, iconOnly, children, class: more, ...rest } = props;
  const looks = split(props);
  const title = iconOnly && typeof children === "string" ? { title: children } : {};
  return (
    <button type="button" {...title} {...rest} class={classes(looks, more)}>
      <Face {...looks} />
    </button>
  );
}

type ButtonLinkProps = Looks & { to: string; testid?: string; class?: string };

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { to, testid, class: more } = props;
  const looks = split(props);
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={hrefOf(to)} onClick={follow} data-testid={testid} class={classes(looks, more)}>
      <Face {...looks} />
    </a>
  );
}
