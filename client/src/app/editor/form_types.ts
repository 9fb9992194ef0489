// The form of a document as JSON Schema, as far as forms of scenarios use it, and what a fresh entry of it is.
import type { GameCard, ScenarioDesk } from "../../protocol";
import { isPlain, type Plain } from "./document";
import { sizeOf } from "./things";

export type Form = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Form[];
  items?: Form | false;
  prefixItems?: Form[];
  properties?: Record<string, Form>;
  additionalProperties?: Form | boolean;
  required?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
};

export type About = { game: GameCard; desk: ScenarioDesk; document: Plain };

export const formOf = (desk: ScenarioDesk): Form => resolved(desk, desk.form as Form);

/** What a form refers to. */
export function resolved(desk: ScenarioDesk, form: Form): Form {
  if (!form.$ref) return form;
  const name = form.$ref.split("/").at(-1) ?? "";
  const defined = (desk.form.$defs as Record<string, Form> | undefined)?.[name];
  return defined ? resolved(desk, defined) : {};
}

/** A form that may be left out as null, without that. */
export function optional(desk: ScenarioDesk, form: Form): { form: Form; isOptional: boolean } {
  const found = resolved(desk, form);
  const others = found.anyOf?.filter((each) => each.type !== "null");
  if (!others || others.length === found.anyOf?.length || others.length !== 1)
    return { form: found, isOptional: false };
  return { form: resolved(desk, others[0] as Form), isOptional: true };
}

/** The sorts of an entry that has several, by the word that names each. */
export function sortsOf(desk: ScenarioDesk, form: Form): { key: string; word: string; form: Form }[] {
  return (form.anyOf ?? []).flatMap((each) => {
    const sort = resolved(desk, each);
    const named = Object.entries(sort.properties ?? {}).find(([, one]) => one.enum?.length === 1);
    return named ? [{ key: named[0], word: String(named[1].enum?.[0]), form: sort }] : [];
  });
}

/** Keys whose text names something of the game. */
export const CARD = new Set(["card", "units", "reserve", "begins"]);

function freshNumber(about: About, key: string, form: Form): number {
  const [width, depth] = sizeOf(about.desk, about.document);
  const middle: Record<string, number> = { x: width / 2, y: depth / 2, length: width / 6, width: depth / 6 };
  const usual = middle[key] ?? (key === "line" ? depth / 2 : undefined);
  if (usual !== undefined) return Math.round(usual * 100) / 100;
  return form.minimum ?? (form.exclusiveMinimum === undefined ? 0 : form.exclusiveMinimum + 1);
}

function freshText(about: About, key: string): string {
  const { game, desk, document } = about;
  if (key === "clause") return String(document.clause ?? "");
  if (key === "edge") return "y=0";
  if (key === "side") return "Another side";
  if (key === "feature" || key === "features") return Object.keys(desk.faces)[0] ?? "";
  return CARD.has(key) ? (Object.keys(game.catalogue.cards)[0] ?? "") : "";
}

/** An entry with all that it must have. */
export function fresh(about: About, key: string, asked: Form): unknown {
  const { form } = optional(about.desk, asked);
  if (form.enum) return form.enum[0];
  if (form.const !== undefined) return form.const;
  if (form.anyOf) return fresh(about, key, sortsOf(about.desk, form)[0]?.form ?? {});
  if (form.properties) {
    const must = form.required ?? [];
    const entries = Object.entries(form.properties).filter(([each]) => must.includes(each));
    return Object.fromEntries(entries.map(([each, one]) => [each, fresh(about, each, one)]));
  }
  if (form.prefixItems) return form.prefixItems.map((each, at) => freshNumber(about, at === 0 ? "x" : "y", each));
  if (form.type === "array") return [];
  if (form.type === "boolean") return false;
  if (form.type === "number" || form.type === "integer") return freshNumber(about, key, form);
  return isPlain(form) && form.type === "object" ? {} : freshText(about, key);
}
