// A tiny router: one signal for where we are, `go` to move, `Link` for anchors that do not reload.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { here, hrefOf } from "./place";
import { isServed } from "./served";

export type Here = { path: string; parts: string[]; search: URLSearchParams };

function read(): Here {
  const { pathname, searchParams } = here();
  const path = pathname.replace(/\/+$/, "") || "/";
  const parts = path.split("/").filter(Boolean).map(decode);
  return { path, parts, search: searchParams };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where we are. */
export const route = signal<Here>(read());

/** Go to another page of ours; the window starts at its top. */
export function go(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", hrefOf(to));
  else history.pushState(null, "", hrefOf(to));
  route.value = read();
  scrollTo(0, 0);
}

/** `go` for when an answer is there: who has left this page meanwhile stays where they went. */
export function goFromHere(): typeof go {
  const { path } = route.peek();
  return (to, options) => {
    if (route.peek().path === path) go(to, options);
  };
}

if (typeof addEventListener === "function") {
  addEventListener("popstate", () => {
    route.value = read();
  });
}

type LinkProps = { to: string; children?: ComponentChildren } & Omit<
  JSX.AnchorHTMLAttributes<HTMLAnchorElement>,
  "href" | "onClick"
>;

/** Whether a click means "open here" and not a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** An anchor inside the site; middle click and modifiers open a new tab as everywhere. Without a site only its words. */
export function Link({ to, children, ...rest }: LinkProps) {
  if (!isServed()) return <span class={rest.class}>{children}</span>;
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event) || event.defaultPrevented) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={hrefOf(to)} onClick={follow} {...rest}>
      {children}
    </a>
  );
}

/** Give the window a title while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Brickfield` : "Brickfield";
  }, [title]);
}

/** How fine pictures are drawn, as the address asks: for machines without a graphics card. */
export function askedQuality(): "rough" | "low" | "high" {
  const asked = new URLSearchParams(location.search).get("quality");
  return asked === "low" || asked === "rough" ? asked : "high";
}
