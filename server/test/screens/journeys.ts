import type { TestName } from "./jobs.ts";

/** One picture of a journey: the name of its file, and what somebody does there. */
type Step = readonly [name: string, words: string];

interface Part {
  /** The test that walks it, by touch. */
  readonly test: TestName;
  readonly steps: readonly Step[];
}

interface Journey {
  readonly who: string;
  readonly parts: readonly Part[];
}

const file = (name: string): string => `server/test/screens/${name}.browser.deep.test.ts`;

/** The two journeys that show what the screens are for, in the order in which they are walked. */
export const journeys = [
  {
    who: "A merchant's person who has never seen the dashboard",
    parts: [
      {
        test: [
          file("newcomer"),
          "finds a payment by phone, refunds it, sees why another failed, makes a key, adds an endpoint, replays an event, exports a month",
        ],
        steps: [
          [
            "found",
            "A payer calls and says a phone number; one search finds the payment and says what to tell",
          ],
          ["refund", "Refund it: the button repeats the amount"],
          ["refunded", "The refund is below the payment"],
          ["failed", "Why another payment failed, in words, with the code beside them"],
          ["key", "Make a key"],
          ["key-made", "The key is shown once"],
          ["endpoint", "Add an endpoint"],
          ["event", "An event that left for it, and what was answered"],
          ["sent-again", "Send it again"],
          ["month", "The payments of a month, ready to be saved for a French spreadsheet"],
        ],
      },
    ],
  },
  {
    who: "An operator, from the invitation of a merchant to a reconciled day",
    parts: [
      {
        test: [
          file("first-live-payment"),
          "a merchant is invited, joins with a passkey, is reviewed by two, makes a live key, and is paid",
        ],
        steps: [
          ["invite", "Invite the owner of a new merchant"],
          ["join", "The owner opens the link, and chooses a passkey"],
          ["dossier", "The owner hands the dossier in"],
          ["review", "An operator proposes to accept it"],
          ["confirm", "A colleague confirms"],
          ["payer", "The first payer confirms on the phone"],
          ["live-payment", "The first live payment has arrived"],
        ],
      },
      {
        test: [
          file("jobs-of-on-call"),
          "closes a failing operator after seeing what that hits, and opens it again",
        ],
        steps: [
          ["outage", "Close an operator that fails, after seeing what that hits"],
          ["outage-open", "It is closed until somebody opens it again"],
        ],
      },
      {
        test: [file("jobs-of-on-call"), "is the second pair of eyes on what a colleague proposes"],
        steps: [
          ["held", "Held money: what a colleague proposes, and on what evidence"],
          ["held-decided", "Decided by two"],
        ],
      },
      {
        test: [
          file("jobs-of-finance"),
          "hands in a statement, sees the differences by kind and sum, asks, explains, corrects, and closes the day",
        ],
        steps: [
          ["statement", "Hand in a provider's statement of a day"],
          ["differences", "The differences by kind and sum"],
          ["day-closed", "All of them are settled: the day is closed"],
        ],
      },
    ],
  },
] as const satisfies readonly Journey[];

/** The name of a step. */
export type JourneyStep = (typeof journeys)[number]["parts"][number]["steps"][number][0];

/** The file of a step's picture in `docs/images`. Pure. */
export const journeyFile = (step: string): string => `journey-${step}.png`;
