/** The description of each group of operations. A tag that is missing here fails the linter's test. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  "API keys": "Keys that programs call with: make, change, replace and end them.",
  "Audit log": "Every privileged act in a tenant, chained so that none can be changed unseen.",
  Beneficiaries: "Whom a merchant pays: mobile-money accounts, bank accounts and wallets.",
  Charges: "Attempts to take money from a payer, with or without a checkout session.",
  "Checkout sessions": "Ask for a payment on the hosted page or on your own screens.",
  "Checkout, public":
    "What the payer's own browser calls: no key, the id of the session or the slug of the link is enough.",
  "Held money": "Money that waits for a person's decision.",
  "KYB review": "Dossiers that merchants have submitted, and the two people who decide.",
  "Ledger corrections": "Entries made by hand, by two people.",
  Mails: "Whether mails reach people: what waits, what was given up, and why.",
  Notes: "What people write down beside a payment, a merchant or a difference, for their colleagues.",
  "Change requests": "Live settings that move money, changed by two people.",
  Live: "What happens, told as it happens, for pages that stay open.",
  "Log-in":
    "For pages of this service: log-in by cookie, second factors, passwords, for persons of merchants and for operators.",
  Merchants: "The merchants of a tenant: add, suspend, reinstate and close them.",
  Networks: "The ways to pay of a merchant, and what disturbs them.",
  Onboarding: "A merchant's dossier: what is asked, documents, submission, later changes.",
  Operators: "The people who run the platform: their accounts and log-ins.",
  "Operators: fees": "What payments cost, by method and from when on.",
  "Operators: payments": "Payments and money of the tenant's merchants, as the merchants read them.",
  "Operators: providers": "Processing entities and their accounts with providers.",
  "Operators: reports": "Numbers of the tenant's merchants over any period.",
  "Operators: routing": "Which account takes a payment, within which amounts, and outages.",
  "Operators: work": "What waits for a person, and who looks after it.",
  "Payment intents": "What somebody is to pay, over all attempts.",
  "Payment links": "Addresses that anybody can pay at, once or many times.",
  "Payer's page": "Who runs the payer's page, as payers read it there and on receipts.",
  People: "Who works for a merchant, with which role in each mode, and how people join.",
  "Payout operations": "What operators set and record about merchants' payouts.",
  Payouts: "Money out of a wallet to a beneficiary, alone or in batches.",
  "Bank files": "What banks tell of our accounts, and the entries that wait for a person.",
  "Payout files":
    "Payouts and refunds by bank transfer, the files in which they go out, and who releases them.",
  Reconciliation: "Statements of providers, compared with our own books.",
  Refunds: "Money back to the payer, whole or in parts.",
  Requests: "What a merchant's keys and people asked of this API, and how it was answered.",
  Reports: "A merchant's numbers over any period: takings, outcomes, times, reasons.",
  Sandbox: "Tools for trials: a clock to move, events to trigger, data to reset.",
  Exports: "Lists as files: everything that their filters show, for spreadsheets and programs.",
  "Operators: exports": "The operators' lists as files.",
  Search: "Find objects of every kind by what a person has at hand.",
  "Unresolved payments": "Payments whose outcome the provider does not tell.",
  Wallets: "Balances, every entry behind them, statements and proofs.",
  Webhooks: "Where events go, what was sent, and the events themselves.",
};

/** Parameters that mean the same everywhere, so that routes need not describe them. */
const parameterDescriptions: Readonly<Record<string, string>> = {
  merchantId: "Id of the merchant, a UUID.",
  deliveryId: "Id of the delivery, `wd_…`.",
  keyId: "Id of the key, `key_…`.",
  memberId: "Id of the person, `usr_…`.",
  invitationId: "Id of the invitation, `inv_…`.",
  documentId: "Id of the document.",
  dossierId: "Id of the dossier.",
  mode: "Only this mode.",
  method: "Only this payment method.",
  paymentMethod: "Only this payment method.",
  state: "Only what is in this state.",
  type: "Only this type.",
};

/** The default description of a parameter; undefined when there is none. */
export function parameterDescription(
  where: "path" | "query" | "header",
  name: string,
  path: string,
): string | undefined {
  if (where === "query" && name === "merchantId") return "Only what concerns this merchant.";
  const list = path.slice(0, Math.max(0, path.indexOf(`/:${name}`)));
  return parameterDescriptions[name] ?? (where === "path" ? `An id that \`${list}\` shows.` : undefined);
}
