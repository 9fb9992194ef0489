// What the eye sees: questions with large answers, most of them a single tap.
import { ClauseLink, NumberRow } from "../../kit";
import type { EyeOption, EyeQuestion } from "../../protocol";
import { answered, type Seen, withChoice } from "./shots";

/** A model with a part of it behind something. */
function Hidden({ share }: { share: number }) {
  return (
    <svg width="64" height="30" viewBox="0 0 64 30" aria-hidden="true" class="q-hidden">
      <path d="M8 26h48v-7H8Zm10-7h26v-8H18Zm22-5h18v-3H40Z" fill="var(--side-b)" stroke="var(--contour)" />
      {share > 0 && <path d={`M4 3h${share * 56}v25H4Z`} fill="var(--gone)" stroke="var(--contour)" />}
    </svg>
  );
}

type AnswerProps = { option: EyeOption; on: boolean; choose: () => void; id: string };

function Answer({ option, on, choose, id }: AnswerProps) {
  return (
    <button type="button" aria-pressed={on} class="q-answer" onClick={choose} data-testid={`see-${id}-${option.id}`}>
      {option.hidden !== undefined && <Hidden share={option.hidden} />}
      <span>{option.title}</span>
    </button>
  );
}

type QuestionProps = { question: EyeQuestion; seen: Seen; see: (seen: Seen) => void };

function Question({ question, seen, see }: QuestionProps) {
  const { id, text, clause, options } = question;
  const now = answered(question, seen);
  return (
    <div class="q-question" data-testid={`question-${id}`}>
      <p class="q-question-head">
        <b id={`q-${id}`}>{text}</b> <ClauseLink clause={clause} words="Why?" />
      </p>
      {options.length > 0 ? (
        <div
          class={`q-answers ${options.some((one) => one.hidden !== undefined) ? "pictures" : ""}`}
          role="group"
          aria-labelledby={`q-${id}`}
        >
          {options.map((option) => (
            <Answer
              key={option.id}
              id={id}
              option={option}
              on={now.includes(option.id)}
              choose={() => see(withChoice(question, seen, option.id))}
            />
          ))}
        </div>
      ) : (
        <NumberRow
          label={text}
          value={seen.measured[id] ?? question.usual}
          max={500}
          typed
          onChange={(value) => see({ ...seen, measured: { ...seen.measured, [id]: value } })}
        />
      )}
    </div>
  );
}

export function Eyes({ questions, seen, see }: { questions: EyeQuestion[]; seen: Seen; see: (seen: Seen) => void }) {
  return (
    <>
      {questions.map((question) => (
        <Question key={question.id} question={question} seen={seen} see={see} />
      ))}
    </>
  );
}
