// A target in a list: its number, side and name, what decides the shot, and at the end what it would need.
import type { ComponentChildren } from "preact";
import { SideMark } from "../../kit";
import type { AimFace } from "../../protocol";
import type { Room } from "../room";
import { titleOf, unitName } from "../words";

type RowProps = {
  room: Room;
  aim: AimFace;
  number: number;
  /** the key that marks it; 0: none */
  digit: number;
  chosen: boolean;
  choose: () => void;
  /** the word for a target that cannot be shot at */
  cannot: string;
  /** its odds */
  children: ComponentChildren;
};

export function TargetRow({ room, aim, number, digit, chosen, choose, cannot, children }: RowProps) {
  const seat = room.units.value.get(aim.target)?.seat ?? -1;
  const title = aim.title || (room.face.value ? titleOf(room.face.value, aim.target) : aim.target);
  return (
    <li>
      <button
        type="button"
        class={`m-target ${chosen ? "chosen" : ""} ${aim.refusal ? "cannot" : ""}`}
        aria-pressed={chosen}
        onClick={choose}
        data-testid={`target-${number}`}
        data-target={aim.target}
      >
        <kbd>{digit || "·"}</kbd>
        {seat >= 0 && <SideMark side={seat} size={18} quiet />}
        <span class="k-grow">
          <b>{seat >= 0 ? unitName(title, aim.target) : title}</b> <span class="k-small">{aim.remark}</span>
        </span>
        {aim.refusal ? <span class="k-small">{cannot}</span> : children}
      </button>
    </li>
  );
}
