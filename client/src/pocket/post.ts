// What the page and its server say to each other. The names are those of the functions of `brickfield.pocket.bridge`.

export type ToHouse =
  | ["request", number, string, string, string]
  | ["open", number, string]
  | ["message", number, string]
  | ["close", number, number];

export type FromHouse =
  | ["response", number, number, string, string]
  | ["opened", number]
  | ["message", number, string]
  | ["closed", number, number]
  /** nothing can be written any more, and why */
  | ["broken", number, string]
  /** the database was damaged: so many battles were saved from it, and so many were not */
  | ["saved", number, number, number]
  /** nothing is kept here yet */
  | ["fresh"]
  /** so many bytes of the program have come */
  | ["loaded", number]
  | ["open"]
  /** this browser keeps nothing for this page */
  | ["unkept"]
  /** another tab has the battles; or has taken them over */
  | ["elsewhere"]
  | ["taken"]
  | ["failed", string];
