// Joining by a link, in text mode.
import { useState } from "preact/hooks";
import { go } from "../../kit";
import { type Looked, linkSentence, sit, useLink } from "../join";
import { type TextAnswer, TextPage } from "./text_page";

function wordsOf(looked: Looked): string[] {
  if (looked.state === "looking") return ["Looking where this link leads."];
  if (looked.state === "wrong")
    return [looked.refusal.sentence, "Ask for the link again: it may have been cut off or replaced."];
  if (looked.link.status === "over") return [`${looked.link.title || "This battle"} is over.`];
  const taken = "Somebody sits there already. Sitting down takes the seat over.";
  return [linkSentence(looked.link), ...(looked.link.status === "taken" ? [taken] : [])];
}

export function TextJoin() {
  const { looked, secret } = useLink();
  const [told, setTold] = useState("");
  const answers: TextAnswer[] = [];
  if (looked.state === "seen") {
    const { link } = looked;
    if (link.status === "over") answers.push({ words: "Watch the replay", act: () => go(`/replay/${link.match}`) });
    else {
      const words = link.status === "taken" ? "Take over this seat" : "Sit down";
      answers.push({ words, act: async () => setTold((await sit(secret))?.sentence ?? "") });
    }
  }
  answers.push({ words: "Front page", act: () => go("/") });
  return (
    <TextPage
      title="Join a battle"
      parts={[{ heading: "This link", lines: wordsOf(looked) }]}
      told={told}
      answers={answers}
    />
  );
}
