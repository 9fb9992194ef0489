// The frame of every page outside the table: brand and places on top, small words below.
import { Keyboard } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { Brand, Button, isPocket, Keys, Link, route, textMode } from "../kit";

const PLACES = [
  { to: "/", words: "Play" },
  { to: "/new", words: "New battle" },
  { to: "/armies", words: "Armies" },
  { to: "/rules", words: "Rules" },
  { to: "/settings", words: "Settings" },
] as const;

function isHere(to: string, path: string): boolean {
  return to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);
}

export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = route.value;
  return (
    <div class="a-frame">
      <a class="a-skip" href="#page">
        Skip to the page
      </a>
      <header class="a-head">
        <Brand />
        <nav aria-label="Places" class="a-places">
          {PLACES.map(({ to, words }) => (
            <Link key={to} to={to} aria-current={isHere(to, path) ? "page" : undefined}>
              {words}
            </Link>
          ))}
        </nav>
      </header>
      <main id="page" class="a-page" tabIndex={-1}>
        {children}
      </main>
      <footer class="a-foot">
        <span>
          {isPocket
            ? "No account, no adverts: your battles stay here."
            : "No account, no adverts: your seat is a link."}
        </span>
        <Link to="/credits">Credits and licences</Link>
        <span class="k-grow" />
        <Button kind="quiet" icon={Keyboard} class="a-text-mode" onClick={() => (textMode.value = true)}>
          Text mode <Keys keys="Alt T" />
        </Button>
      </footer>
    </div>
  );
}
