/** A file that makes dialogs. */
interface DialogFile {
  /** How many it makes: itself, or by the buttons `Ask` and `ActButton`. */
  readonly makes: number;
  /** The pages on which the walk opens one of them; a page stands as often as it has buttons for them. */
  readonly opened: readonly string[];
  /** Which of them the walk does not open, and why. */
  readonly notOpened?: string;
}

const twice = (page: string): readonly string[] => [page, page];
const likeTheOthers = "the same form with other words, in another state of what the page shows";

/**
 * Every file of the screens that makes a dialog, below `web`. The walk compares the pages with what it opens, and a test of
 * the sources finds a file that is missing here.
 */
export const dialogFiles: Readonly<Record<string, DialogFile>> = {
  "console/approvals/decide.tsx": {
    makes: 2,
    opened: [...twice("console/approvals"), ...twice("console/approvals/:id"), ...twice("console/ledger")],
  },
  "console/bank/arrive.tsx": {
    makes: 1,
    opened: ["console/bank"],
  },
  "console/bank/decide.tsx": { makes: 4, opened: twice("console/bank/:id"), notOpened: likeTheOthers },
  "console/bank/hand-in.tsx": { makes: 1, opened: ["console/bank/files"] },
  "console/deciding/choices.tsx": { makes: 1, opened: twice("console/held/:id") },
  "console/fees/choose-way.tsx": { makes: 1, opened: ["console/fees"] },
  "console/fees/propose.tsx": { makes: 1, opened: ["console/fees"] },
  "console/fees/refund-policy.tsx": { makes: 1, opened: ["console/fees"] },
  "console/holding/assign.tsx": {
    makes: 1,
    opened: [
      "console/kyb/:id",
      "console/work",
      "console/held/:id",
      "console/reconciliation",
      "console/reconciliation/:statement",
      "console/bank/:id",
    ],
  },
  "console/kyb/papers.tsx": { makes: 3, opened: ["console/kyb/:id"], notOpened: likeTheOthers },
  "console/ledger/correct-book.tsx": {
    makes: 1,
    opened: ["console/reconciliation", "console/reconciliation/:statement", "console/ledger"],
  },
  "console/ledger/propose.tsx": { makes: 1, opened: ["console/ledger"] },
  "console/outages/columns.tsx": { makes: 1, opened: ["console/outages"] },
  "console/outages/declare.tsx": { makes: 1, opened: ["console/outages"] },
  "console/pages/kyb/acts.tsx": {
    makes: 5,
    opened: ["console/kyb/:id"],
    notOpened: likeTheOthers,
  },
  "console/pages/merchants/acts.tsx": {
    makes: 5,
    opened: ["console/merchants/:id", ...twice("console/merchants/:id")],
    notOpened: likeTheOthers,
  },
  "console/pages/merchants/keys.tsx": { makes: 2, opened: twice("console/merchants/:id") },
  "console/pages/merchants/list.tsx": { makes: 1, opened: ["console/merchants"] },
  "console/pages/merchants/money.tsx": { makes: 1, opened: ["console/merchants/:id"] },
  "console/pages/merchants/people.tsx": { makes: 1, opened: ["console/merchants/:id"] },
  "console/pages/team/detail.tsx": {
    makes: 7,
    opened: ["console/team/:id", ...twice("console/team/:id"), ...twice("console/team/:id")],
    notOpened: likeTheOthers,
  },
  "console/pages/team/list.tsx": { makes: 1, opened: ["console/team"] },
  "console/parts/log-ins.tsx": {
    makes: 2,
    opened: [],
    notOpened: "the walk's colleague has no log-in: a test of its own looks at one who has",
  },
  "console/parts/notes-button.tsx": {
    makes: 1,
    opened: ["console/work", "console/reconciliation", "console/reconciliation/:statement"],
  },
  "console/payout-files/acts.tsx": {
    makes: 2,
    opened: [],
    notOpened: "`web/console/payout-files.browser.deep.test.ts` looks at them, and does what they ask",
  },
  "console/payout-files/transfers.tsx": {
    makes: 1,
    opened: [],
    notOpened: "`web/console/payout-files.browser.deep.test.ts` looks at them, and does what they ask",
  },
  "console/payout-files/waiting.tsx": {
    makes: 1,
    opened: [],
    notOpened: "`web/console/payout-files.browser.deep.test.ts` looks at them, and does what they ask",
  },
  "console/providers/balance.tsx": {
    makes: 1,
    opened: ["console/providers/:id"],
  },
  "console/providers/credentials.tsx": { makes: 1, opened: twice("console/providers/:id") },
  "console/providers/entities.tsx": { makes: 2, opened: twice("console/providers") },
  "console/providers/limits.tsx": { makes: 1, opened: ["console/providers/:id"] },
  "console/providers/new-account.tsx": { makes: 1, opened: ["console/providers"] },
  "console/reconciliation/hand-in.tsx": { makes: 1, opened: ["console/reconciliation"] },
  "console/routing/rule-form.tsx": { makes: 1, opened: twice("console/routing") },
  "console/routing/rules.tsx": {
    makes: 1,
    opened: ["console/routing"],
  },
  "dashboard/developers/endpoint-acts.tsx": {
    makes: 2,
    opened: ["dashboard/developers/endpoints/:id", ...twice("dashboard/developers/endpoints/:id")],
  },
  "dashboard/developers/key-acts.tsx": { makes: 2, opened: twice("dashboard/developers/keys/:id") },
  "dashboard/developers/new-endpoint.tsx": { makes: 1, opened: ["dashboard/developers/endpoints"] },
  "dashboard/developers/new-key.tsx": { makes: 1, opened: ["dashboard/developers/keys"] },
  "dashboard/developers/secret.tsx": {
    makes: 1,
    opened: [],
    notOpened: "it follows an act: a test of its own looks at it",
  },
  "dashboard/pages/beneficiaries/add.tsx": { makes: 1, opened: ["dashboard/beneficiaries"] },
  "dashboard/pages/beneficiaries/detail.tsx": {
    makes: 2,
    opened: ["dashboard/beneficiaries/:id"],
    notOpened: likeTheOthers,
  },
  "dashboard/pages/links/detail.tsx": { makes: 2, opened: twice("dashboard/links/:id") },
  "dashboard/payments/refund.tsx": { makes: 1, opened: ["dashboard/payments/:id"] },
  "dashboard/pages/payouts/detail.tsx": { makes: 2, opened: twice("dashboard/payouts/:id") },
  "dashboard/pages/refunds/detail.tsx": { makes: 1, opened: ["dashboard/refunds/:id"] },
  "dashboard/settings/invite.tsx": { makes: 1, opened: ["dashboard/settings/team"] },
  "dashboard/settings/log-ins.tsx": { makes: 1, opened: ["dashboard/settings/team"] },
  "dashboard/settings/member.tsx": { makes: 1, opened: ["dashboard/settings/team"] },
  "dashboard/setup/papers.tsx": {
    makes: 1,
    opened: [],
    notOpened:
      "a paper of an approved dossier stays: a test of its own looks at it, after the reviewer has asked",
  },
  "dashboard/setup/proposed.tsx": { makes: 1, opened: ["dashboard/setup"] },
  "ui/app/presence-dialog.tsx": {
    makes: 1,
    opened: [],
    notOpened: "it follows an act: a test of its own looks at it",
  },
  "ui/notes/mentions.tsx": {
    makes: 1,
    opened: [],
    notOpened: "it opens from the reader's own menu: `web/ui/notes.browser.deep.test.ts` looks at it",
  },
  "ui/parts/export-dialog.tsx": {
    makes: 1,
    opened: [
      "console/payments",
      "dashboard/payments",
      "dashboard/links",
      "dashboard/links/:id",
      "dashboard/refunds",
      "dashboard/payouts",
      "dashboard/payouts/batches",
      "dashboard/beneficiaries",
      "dashboard/beneficiaries/:id",
      "dashboard/balance/entries",
      "dashboard/balance/:walletId",
    ],
  },
  "ui/parts/help.tsx": { makes: 1, opened: ["console/now", "dashboard/"] },
  "ui/parts/palette.tsx": { makes: 1, opened: ["console/now", "dashboard/"] },
};

/** How many dialogs the walk opens at least, on each page that has any. */
export const dialogsByPage: ReadonlyMap<string, number> = Object.values(dialogFiles)
  .flatMap(({ opened }) => opened)
  .reduce((counts, page) => counts.set(page, (counts.get(page) ?? 0) + 1), new Map<string, number>());
