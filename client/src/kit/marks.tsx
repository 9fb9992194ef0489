// Marks that stand for something: the brand, and the shape of each side.
import { Link } from "./route";

const NAMES = ["Blue", "Orange", "Forest", "Mauve", "Teal", "Plum"] as const;

/** Colours of the sides, for drawings that cannot read the style sheet. */
export const SIDE_COLOURS = ["#0a5ca8", "#b8430a", "#0f3d14", "#8f5f78", "#007577", "#6a1b6e"] as const;

const LETTERS = "abcdef";

/** The colour of a side for lines and words on a page, light or dark. */
export const sideColour = (side: number): string => (LETTERS[side] ? `var(--side-${LETTERS[side]})` : "var(--ink)");

/** The name of a side as players say it; seats count from 0. */
export function sideName(side: number): string {
  return NAMES[side] ?? (side < 0 ? "Nobody" : `Side ${side + 1}`);
}

/** Whether somebody is called like a side of the table, which is to say by no name of his own. */
export const isSideName = (name: string): boolean => (NAMES as readonly string[]).includes(name);

const halo = { stroke: "var(--white)", "stroke-width": 1.5 };

function Shape({ side }: { side: number }) {
  const fill = SIDE_COLOURS[side] ?? "var(--pencil)";
  switch (side) {
    case 0:
      return (
        <>
          <circle cx="12" cy="12" r="10.5" fill={fill} {...halo} />
          <circle cx="12" cy="12" r="4" fill="var(--white)" />
        </>
      );
    case 1:
      return (
        <>
          <path d="M12 .8 23.2 12 12 23.2.8 12Z" fill={fill} {...halo} />
          <path d="m9.2 7.6 7.2 7.2M6.8 10l7.2 7.2" stroke="var(--white)" stroke-width="1.9" />
        </>
      );
    case 2:
      return <path d="M12 1.5 23 21.5H1Z" fill={fill} {...halo} stroke-linejoin="round" />;
    case 3:
      return (
        <>
          <rect x="1.5" y="1.5" width="21" height="21" rx="1.5" fill={fill} {...halo} />
          <path d="m7 7 10 10M17 7 7 17" stroke="var(--white)" stroke-width="2.2" />
        </>
      );
    case 4:
      return (
        <>
          <path d="M6.5 1.800H17.500L23.200 12 17.500 22.200H6.500L.8 12Z" fill={fill} {...halo} />
          <path d="M6.5 9.300H17.500M6.500 14.700H17.500" stroke="var(--white)" stroke-width="2" />
        </>
      );
    case 5:
      return (
        <>
          <path
            d="M12 .8 15.1 8 22.9 8.700 17 13.900 18.800 21.500 12 17.400 5.200 21.500 7 13.900 1.100 8.700 8.900 8Z"
            fill={fill}
            {...halo}
          />
          <circle cx="12" cy="12.2" r="2.8" fill="var(--white)" />
        </>
      );
    default:
      return (
        <circle cx="12" cy="12" r="10.5" fill="none" stroke="var(--ink)" stroke-width="2" stroke-dasharray="4 3" />
      );
  }
}

/** The shape of a side: disc, diamond, triangle, square, hexagon or star. Colour alone never tells. */
export function SideMark({ side, size = 20, quiet }: { side: number; size?: number; quiet?: boolean }) {
  return (
    <span class="k-side" style={{ width: `${size}px`, height: `${size}px` }}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        role="img"
        aria-label={sideName(side)}
        aria-hidden={quiet ?? false}
      >
        <Shape side={side} />
      </svg>
    </span>
  );
}

/** The brick and the name; leads home. */
export function Brand({ to = "/" }: { to?: string }) {
  return (
    <Link to={to} class="k-brand" aria-label="Brickfield, home">
      <svg width="30" height="24" viewBox="0 0 30 24" aria-hidden="true">
        <g fill="var(--brick)" stroke="var(--pencil)" stroke-width="1.8" stroke-linejoin="round">
          <path d="M5.5 6V3h6v3M18.5 6V3h6v3" />
          <path d="M2 6h26v15H2Z" />
        </g>
        <path d="M2 15h26" stroke="var(--pencil)" stroke-width="1.8" />
      </svg>
      Brickfield
    </Link>
  );
}
