// What an attack may do, in large numbers: chances in percent, averages plain.
import { percent } from "../../../kit";
import type { Chance } from "../../../protocol";

export function Chances({ chances }: { chances: readonly Chance[] }) {
  if (chances.length === 0) return null;
  const shown = chances.filter((one) => one.id !== "destroys" || one.value > 0);
  return (
    <dl class="m-chances" data-testid="chances">
      {shown.map((one) => (
        <div key={one.id} data-chance={one.id}>
          <dd>{one.percent ? percent(one.value, 0) : one.value.toFixed(1)}</dd>
          <dt>{one.title}</dt>
        </div>
      ))}
    </dl>
  );
}
