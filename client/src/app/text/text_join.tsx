// Joining by a link, in text mode.
import { useState } from "preact/hooks";
import { go } from "../../kit";
import type { Link as SeatLink } from "../../protocol";
import { agreedTo, type Looked, linkSentence, sit, usedWords, useLink, welcomed } from "../join";
import { type TextAnswer, TextPage } from "./text_page";

function wordsOf(looked: Looked, secret: string): string[] {
  if (looked.state === "looking") return ["Looking where this link leads."];
  if (looked.state === "wrong")
    return [looked.refusal.sentence, "Ask for the link again: it may have been cut off or replaced."];
  const { link } = looked;
  switch (welcomed(link, secret)) {
    case "over":
      return [`${link.title || "This battle"} is over.`];
    case "used":
    case "expired":
      return usedWords(link);
    case "back":
      return ["You sit at this table already."];
    case "own":
      return ["This is your own seat. If it is open on another device, that one is let go when you open it here."];
    default:
      return [linkSentence(link), ...agreedTo(link).map((one) => one.join(" ").trim())];
  }
}

/** What can be done with the link, besides going home. */
function answersTo(link: SeatLink, secret: string, tell: (words: string) => void): TextAnswer[] {
  const sitDown = async () => tell((await sit(secret, link))?.sentence ?? "");
  switch (welcomed(link, secret)) {
    case "over":
      return [{ words: "Watch the replay", act: () => go(`/replay/${link.match}`) }];
    case "used":
    case "expired":
      return [{ words: "Watch the battle", act: () => go(`/watch/${link.match}`) }];
    case "back":
      return [{ words: "Back to your seat", act: () => go(`/table/${link.match}`) }];
    case "own":
      return [{ words: "Open my seat here", act: sitDown }];
    default:
      return [{ words: "Sit down", act: sitDown }];
  }
}

export function TextJoin() {
  const { looked, secret } = useLink();
  const [told, setTold] = useState("");
  const answers = looked.state === "seen" ? answersTo(looked.link, secret, setTold) : [];
  answers.push({ words: "Front page", act: () => go("/") });
  return (
    <TextPage
      title="Join a battle"
      parts={[{ heading: "This link", lines: wordsOf(looked, secret) }]}
      told={told}
      answers={answers}
    />
  );
}
