// A shopping list to take home: for people, for BrickLink, for a program that draws models.
import { Download } from "lucide-preact";
import { useState } from "preact/hooks";
import { api, Button, ErrorBox, saveFile, toast } from "../../kit";
import type { Refusal, Shopping } from "../../protocol";

const FORMS: { form: NonNullable<Shopping["form"]>; words: string; kind: string }[] = [
  { form: "list", words: "Plain list", kind: "text/plain" },
  { form: "bricklink", words: "BrickLink list", kind: "application/xml" },
  { form: "ldraw", words: "LDraw file", kind: "text/plain" },
];

export function Downloads({ game, wishes }: { game: string; wishes: Record<string, number> }) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [lookUp, setLookUp] = useState<readonly string[]>([]);
  const take = async ({ form, kind }: (typeof FORMS)[number]) => {
    const reply = await api.shoppingList({ game, wishes, form });
    setRefusal(reply.ok ? undefined : reply.refusal);
    if (!reply.ok) return;
    setLookUp(form === "bricklink" ? reply.value.look_up : []);
    saveFile(reply.value.name, new Blob([reply.value.text], { type: kind }));
    toast(`${reply.value.name}: ${reply.value.pieces} parts.`);
  };
  return (
    <div data-testid="downloads">
      <div class="k-row k-wrap">
        {FORMS.map((each) => (
          <Button key={each.form} icon={Download} onClick={() => take(each)} data-testid={`list-${each.form}`}>
            {each.words}
          </Button>
        ))}
      </div>
      {lookUp.length > 0 && (
        <p class="k-small k-muted">{`BrickLink may have these under another number: ${lookUp.join(", ")}.`}</p>
      )}
      {refusal && <ErrorBox sentence={refusal.sentence} />}
    </div>
  );
}
