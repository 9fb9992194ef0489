// Measuring aids drawn at their true size: one unit of a drawing is a millimetre.
import type { ComponentChildren } from "preact";
import { ClauseLink } from "../../kit";
import type { Aid } from "../../protocol";
import { type Strip, stripsOf } from "./strips";

// The line round a thing needs room, too.
const EDGE = 1;
const STRIP = 24;
const TAB = 10;
const HALF_TURN = 180;

function Drawing(props: { width: number; height: number; label: string; children: ComponentChildren }) {
  const [width, height] = [props.width + 2 * EDGE, props.height + 2 * EDGE];
  return (
    <svg
      role="img"
      aria-label={props.label}
      style={{ width: `${width}mm`, height: `${height}mm` }}
      viewBox={`${-EDGE} ${-EDGE} ${width} ${height}`}
    >
      {props.children}
    </svg>
  );
}

/** A line of 50 mm, by which one sees that the printer has not scaled the page. */
export function ControlLine() {
  return (
    <figure class="a-aid a-aid-control">
      <Drawing width={50} height={6} label="A line of 50 millimetres">
        <path class="a-aid-line" d="M0 0V6M0 3H50M50 0V6M25 2V4" />
      </Drawing>
      <figcaption>
        This line is 50 mm long. If it is not, print without fitting to the page (“actual size”, 100 %).
      </figcaption>
    </figure>
  );
}

function StripDrawing({ aid, strip, number }: { aid: Aid; strip: Strip; number: number }) {
  const length = strip.to - strip.from;
  const tab = strip.isLast ? 0 : TAB;
  return (
    <Drawing width={length + tab} height={STRIP} label={`${aid.title}, strip ${number}`}>
      <rect class="a-aid-body" width={length} height={STRIP} />
      {tab > 0 && (
        <>
          <rect class="a-aid-tab" x={length} width={tab} height={STRIP} />
          <text class="a-aid-small" transform={`translate(${length + tab / 2 + 1} ${STRIP / 2}) rotate(-90)`}>
            glue {number + 1} here
          </text>
        </>
      )}
      {strip.ticks.map(({ at, number: whole }) => (
        <path key={at} class="a-aid-line" d={`M${at} 0V${whole === undefined ? 3 : 6}`} />
      ))}
      {strip.ticks.map(
        ({ at, number: whole }) =>
          whole !== undefined && (
            <text
              key={at}
              class="a-aid-number"
              x={Math.min(Math.max(at, 2.5), length - 2.5)}
              y={10.5}
              // where units are small, every fourth number is enough
              opacity={aid.unit < 10 && whole % 4 ? 0 : 1}
            >
              {whole}
            </text>
          ),
      )}
      {strip.marks.map(({ at, words }) => (
        <g key={words}>
          <path class="a-aid-mark" d={`M${at} 0V${STRIP}`} />
          <text class="a-aid-words" x={at - 1} y={STRIP - 3}>
            {words}
          </text>
        </g>
      ))}
    </Drawing>
  );
}

function Wedge({ aid }: { aid: Aid }) {
  const radius = aid.length;
  const half = (aid.degrees / 2) * (Math.PI / HALF_TURN);
  const [x, y] = [radius * Math.sin(half), radius * Math.cos(half)];
  return (
    <Drawing width={2 * x} height={radius} label={`${aid.title}, ${aid.degrees} degrees`}>
      <path
        class="a-aid-body"
        d={`M${x} ${radius}L0 ${radius - y}A${radius} ${radius} 0 0 1 ${2 * x} ${radius - y}Z`}
      />
      <path class="a-aid-mark" d={`M${x} ${radius}V0`} />
      <text class="a-aid-title" x={x} y={radius * 0.34}>
        {aid.title}
      </text>
      <text class="a-aid-small" x={x} y={radius * 0.42}>
        {aid.degrees}°
      </text>
    </Drawing>
  );
}

function Middle({ aid, x, y }: { aid: Aid; x: number; y: number }) {
  return (
    <>
      <path class="a-aid-mark" d={`M${x - 3} ${y}H${x + 3}M${x} ${y - 3}V${y + 3}`} />
      <text class="a-aid-title" x={x} y={y - 6}>
        {aid.title}
      </text>
    </>
  );
}

function Shape({ aid }: { aid: Aid }) {
  if (aid.shape === "ruler") {
    return (
      <>
        {stripsOf(aid).map((strip, index) => (
          <StripDrawing key={strip.from} aid={aid} strip={strip} number={index + 1} />
        ))}
      </>
    );
  }
  if (aid.shape === "wedge") return <Wedge aid={aid} />;
  if (aid.shape === "disc") {
    return (
      <Drawing width={2 * aid.length} height={2 * aid.length} label={aid.title}>
        <circle class="a-aid-body" cx={aid.length} cy={aid.length} r={aid.length} />
        <Middle aid={aid} x={aid.length} y={aid.length} />
      </Drawing>
    );
  }
  return (
    <Drawing width={aid.length} height={aid.width} label={aid.title}>
      <rect class="a-aid-body" width={aid.length} height={aid.width} />
      <Middle aid={aid} x={aid.length / 2} y={aid.width / 2} />
    </Drawing>
  );
}

/** One aid with its words; what a ruler marks is said by the rule it comes from. */
export function AidFigure({ aid }: { aid: Aid }) {
  return (
    <figure class={`a-aid a-aid-${aid.shape}`} data-testid={`aid-${aid.id}`}>
      <Shape aid={aid} />
      <figcaption>
        <b>{aid.title}.</b> {aid.text} <ClauseLink clause={aid.clause} />
      </figcaption>
    </figure>
  );
}
