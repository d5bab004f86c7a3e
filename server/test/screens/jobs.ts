/** A test, by its file and by its whole title. */
export type TestName = readonly [file: string, title: string];

interface Job {
  readonly job: string;
  /** Together they do it by keyboard and by touch. */
  readonly tests: readonly TestName[];
}

interface Person {
  readonly who: string;
  readonly jobs: readonly Job[];
}

const here = (name: string): string => `server/test/screens/${name}.browser.deep.test.ts`;
const web = (name: string): string => `web/${name}.browser.deep.test.ts`;
const job = (words: string, ...tests: readonly TestName[]): Job => ({ job: words, tests });

const owner = (title: string): TestName => [here("jobs-of-owner"), title];
const accountant = (title: string): TestName => [here("jobs-of-accountant"), title];
const developer = (title: string): TestName => [here("developers"), title];
const support = (title: string): TestName => [here("jobs-of-support"), title];
const onCall = (title: string): TestName => [here("jobs-of-on-call"), title];
const compliance = (title: string): TestName => [here("jobs-of-compliance"), title];
const finance = (title: string): TestName => [here("jobs-of-finance"), title];
const live = (title: string): TestName => [here("first-live-payment"), title];

const takesIn = live(
  "a merchant is invited, joins with a passkey, is reviewed by two, makes a live key, and is paid",
);
const month = accountant(
  "reads fees and net by method, takes the month's statement and books home, and checks the sealed ledger",
);
const byPhone = support(
  "finds a payment by the payer's phone in one search, and reads what to tell the payer",
);
const refundsPart = support("finds a payment by its reference, and refunds a part");
const outcomeOfMoney = support("says what is with money that has left the phone: unknown, or held");
const notes = support("notes what was said and hands the payment to a colleague, who finds the note");
const handsIn = finance(
  "hands in a statement, sees the differences by kind and sum, asks, explains, corrects, and closes the day",
);
const sealedBook = finance(
  "compares what the platform holds at providers with the books, and takes a sealed book and the trial balance home",
);
const newcomer: TestName = [
  here("newcomer"),
  "finds a payment by phone, refunds it, sees why another failed, makes a key, adds an endpoint, replays an event, exports a month",
];

/** What people do in a day, most frequent first, and the tests that do it in the browser, in French. */
export const people: readonly Person[] = [
  {
    who: "Merchant owner",
    jobs: [
      job(
        "today's takings against last week",
        [web("dashboard/home"), "by keyboard: the numbers of today, each day of the chart, and its table"],
        [web("dashboard/home"), "by touch on a phone, in French"],
      ),
      job(
        "is something broken now",
        owner("sees what is broken now: the operator that is closed, the endpoint that is stopped"),
      ),
      job("did this customer pay", byPhone, newcomer),
      job(
        "share a payment link or QR",
        owner("makes a link from the home page, and shares its address and code"),
      ),
      job("approve a payout", owner("approves a payout that waits, from the home page")),
      job("see when money becomes available", owner("sees when money becomes available, by day")),
      job("read the monthly statement", month),
      job("invite or remove a person", owner("invites a person and removes another")),
      job("change logo, colour, contact", owner("changes logo, colour and contact")),
      job(
        "answer a request of the review, upload a paper",
        owner("answers what the review asks, with a paper, and hands the dossier back"),
      ),
    ],
  },
  {
    who: "Accountant",
    jobs: [
      job(
        "export the day, French Excel opens it right",
        accountant("exports the payments of a month, as a French spreadsheet opens them"),
        newcomer,
      ),
      job(
        "match payments to invoices by reference",
        accountant("finds the payment of an invoice by its reference"),
      ),
      job("fees and net by method and month", month),
      job("opening and closing balance as PDF", month),
      job("refunds and their reasons", accountant("reads why a payment was given back")),
      job("payouts and their bank references", accountant("reads the operator's number of a payout")),
      job(
        "what is pending, held, reserved and why",
        accountant("reads what is on its way, held and reserved, and why"),
      ),
      job(
        "pay salaries from a file, see each row's fate",
        accountant("pays salaries from a file, and sees what became of each row"),
      ),
      job("check the sealed books", month),
      job(
        "give the auditor a read-only log-in",
        accountant("hands the way to an auditor's log-in on to the owner"),
      ),
    ],
  },
  {
    who: "Developer",
    jobs: [
      job("make a sandbox key, first call", developer("makes a key; it works, and is shown once"), newcomer),
      job(
        "why was this request refused",
        developer("finds a refused request by its id and reads which field was wrong"),
      ),
      job(
        "did the event leave, what did we answer",
        developer("sees that an event left and what was answered, and sends it again"),
      ),
      job(
        "resend one, replay a range",
        developer("sees that an event left and what was answered, and sends it again"),
        developer("replays the events of a day, after the page has counted them"),
        newcomer,
      ),
      job(
        "add an endpoint, test it, rotate its secret",
        developer("adds an endpoint, sees its secret once, tests it and changes its secret"),
      ),
      job(
        "try every failure in the simulator",
        developer("makes a payment in the simulator that fails as chosen"),
      ),
      job(
        "read one object as JSON with its history",
        developer("reads a payment as JSON beside its history"),
      ),
      job(
        "go live: checklist, live key",
        developer("reads what is missing before live payments, and goes to the first step"),
        takesIn,
      ),
      job("see rate-limit use", developer("sees how much of its pace a key uses, and ends it for good")),
      job("find calls that use deprecated fields", developer("finds the events that use a deprecated field")),
    ],
  },
  {
    who: "Support",
    jobs: [
      job(
        "find a payment by phone, number in the SMS, reference, amount and hour",
        byPhone,
        support("finds a payment by the number in the payer's SMS"),
        refundsPart,
        support("finds a payment by its amount and hour"),
      ),
      job("say in one sentence what happened and what to tell the payer", byPhone, outcomeOfMoney),
      job("print or send a receipt", support("saves the receipt of a payment, and sends its address")),
      job(
        "refund, whole or part",
        support("refunds the whole, up to what the owner allowed"),
        refundsPart,
        newcomer,
      ),
      job(
        "see whether the same payer tried again",
        support("sees that the same payer tried again, and opens that attempt"),
      ),
      job("“money left my phone”: unknown, late, held", outcomeOfMoney),
      job(
        "look at the payer's page as the payer saw it",
        support("looks at the payer's page as the payer sees it, and leaves no trace there"),
      ),
      job("note what was said", notes),
      job("hand over to a colleague", notes),
      job(
        "watch one payment until it ends",
        support("watches one payment until it ends, without touching the page"),
      ),
    ],
  },
  {
    who: "Operator on call",
    jobs: [
      job(
        "what is wrong now, since when, how much money",
        onCall("sees what is wrong now, since when, and what waits for somebody"),
      ),
      job(
        "close a failing operator, announce a maintenance",
        onCall("closes a failing operator after seeing what that hits, and opens it again"),
        onCall("announces a maintenance, and takes the announcement back"),
      ),
      job(
        "route around, ask before",
        onCall("routes around: tries another order of the rules without a payment, and saves it"),
      ),
      job(
        "what hangs, and is the provider answering",
        onCall("sees what hangs, whether the provider answers, and asks it again"),
      ),
      job(
        "ask the provider again",
        onCall("sees what hangs, whether the provider answers, and asks it again"),
      ),
      job("held money: release or give back", onCall("releases held money, and gives other money back")),
      job(
        "second pair of eyes on a colleague's act",
        onCall("is the second pair of eyes on what a colleague proposes"),
      ),
      job(
        "credential leaked: replace, test",
        onCall("replaces a credential that has leaked, and tests the account"),
      ),
      job(
        "which merchants feel it",
        onCall("sees which merchants feel it: whose payments failed, by way and state"),
      ),
      job(
        "hand the night over in writing",
        onCall("hands the night over in writing, and gives the row to the colleague of the day"),
      ),
    ],
  },
  {
    who: "Compliance officer",
    jobs: [
      job(
        "queue of dossiers by age",
        compliance("sees which dossiers wait, the oldest first, and opens that"),
      ),
      job(
        "read papers beside the form",
        compliance("reads a paper beside the form, and the page says who opened which"),
      ),
      job(
        "ask for one paper, in words",
        compliance("asks for one paper, in words, which the merchant reads"),
      ),
      job("propose, confirm", compliance("proposes to accept a dossier, and a colleague confirms"), takesIn),
      job("compare a legal change with what stands", compliance("compares a legal change with what stands")),
      job("suspend, with reason", compliance("suspends a merchant, with the reason")),
      job(
        "who saw which document",
        compliance("reads a paper beside the form, and the page says who opened which"),
      ),
      job(
        "expiring papers",
        compliance("writes down when a paper ends, and finds the dossiers whose papers end soon"),
      ),
      job("search people across dossiers", compliance("finds a person across all dossiers, by name")),
      job(
        "export and verify the audit log",
        compliance("exports the audit log, and verifies its whole chain in the page"),
      ),
    ],
  },
  {
    who: "Finance (platform)",
    jobs: [
      job("hand in a statement, see differences by kind and sum", handsIn),
      job(
        "ask, explain, correct, close",
        handsIn,
        finance("asks the provider about a payment that its statement does not have"),
      ),
      job("balances at providers against the books", sealedBook),
      job(
        "fees earned by merchant and method",
        finance("reads the fees that a month earned, by method and by merchant"),
      ),
      job(
        "payouts waiting, returned",
        [
          web("console/payout-files"),
          "by keyboard: what waits is made a file, one transfer is refused, and the rest goes to the bank and is downloaded",
        ],
        [
          web("console/payout-files"),
          "by touch on a phone: a file is refused with its reason, and its transfers wait again",
        ],
        finance("sees a payout that came back, and opens it"),
      ),
      job(
        "corrections waiting for a second person",
        finance("confirms a correction that a colleague proposes"),
      ),
      job(
        "change a fee: preview, from when",
        finance("tries a fee on the average payment of the month, and sets it; the page says from when"),
      ),
      job(
        "month-end pack",
        sealedBook,
        finance("reads the fees that a month earned, by method and by merchant"),
      ),
      job(
        "settle an unknown payment by its paper",
        finance("settles a payment without an outcome by its paper, with a colleague"),
      ),
      job(
        "late and double money given back",
        finance("gives back money that came late, and money that came twice"),
      ),
    ],
  },
  {
    who: "All of it",
    jobs: [
      job("somebody who has never seen the dashboard", newcomer),
      job(
        "an operator takes a merchant in, from the invitation to the first live payment",
        live("an account at a provider is added, tested and enabled, and a rule leads to it: each by two"),
        takesIn,
      ),
    ],
  },
];
