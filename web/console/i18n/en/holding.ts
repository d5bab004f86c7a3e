import type { Texts } from "../texts.ts";

/** Who looks after something that waits. */
export const holding: Texts["holding"] = {
  who: "Who has it",
  nobody: "Nobody",
  me: "You",
  take: "Take",
  takeOver: "Take over",
  giveBack: "Give back",
  done: "Seen to",
  taken: "You look after it.",
  given: "Given back.",
  seen: "Out of the list.",
  yours: "Proposed by you: somebody else decides.",
  alreadyTaken: "A colleague has this already.",
  assign: "Give to a colleague",
  colleague: "Colleague",
  assigned: "Given to the colleague.",
  unable: "This colleague cannot look after it.",
};
