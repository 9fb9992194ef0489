// Style sheets name the layouts of the table; what a name means stands in one place, for them and for the code.
import type { Plugin } from "vite";
import { withConditions } from "./src/kit/layouts";

export const layouts: Plugin = {
  name: "layouts",
  enforce: "pre",
  transform: (code, id) => (id.endsWith(".css") ? withConditions(code) : undefined),
};
