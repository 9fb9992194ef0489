// An address that leads nowhere.
import { ButtonLink, route, useTitle } from "../kit";

export function LostPage() {
  useTitle("Not found");
  return (
    <div class="a-narrow">
      <h1>There is no page here</h1>
      <p>
        <code>{route.value.path}</code> leads nowhere. If somebody gave you a link, ask for it again: a part may have
        been cut off.
      </p>
      <div class="k-row k-wrap">
        <ButtonLink to="/">Go to the front page</ButtonLink>
        <ButtonLink to="/rules" kind="quiet">
          Open the rules
        </ButtonLink>
      </div>
    </div>
  );
}
