/** The description of each group of operations. A tag that is missing here fails the linter's test. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  "API keys": "Create, update, roll and revoke API keys.",
  "Audit log": "Every privileged action in a tenant, in a hash chain that shows any later change.",
  Beneficiaries:
    "People and companies that a merchant pays: mobile-money accounts, bank accounts and wallets.",
  Charges: "Attempts to collect money from a payer, with or without a checkout session.",
  "Checkout sessions": "Collect one payment on the hosted page or on your own screens.",
  "Checkout, public":
    "Called by the payer's browser. No API key: the session's id or the link's slug is enough.",
  "Held money": "Money that waits for an operator's decision.",
  "KYB review": "Review of submitted dossiers. Two operators decide.",
  "Ledger corrections": "Manual ledger entries, made by two operators.",
  Mails: "Outgoing mail: what waits, what failed, and why.",
  Notes: "Notes for colleagues on payments, merchants and differences.",
  "Change requests": "Changes of live settings that move money. Two operators make each change.",
  Live: "Streams of changes for open pages.",
  "Log-in":
    "Log-in for the pages of this service: cookies, second factors, passwords and passkeys, for merchants' people and operators.",
  Merchants: "Create, suspend, reinstate and close the merchants of a tenant.",
  Networks: "Payment methods and operators of a merchant, and their outages.",
  Onboarding: "A merchant's dossier: questions, documents, submission, later changes.",
  Operators: "The people who run the platform: their accounts and log-ins.",
  "Operators: fees": "Fees by method, with their start dates.",
  "Operators: payments": "Payments and money of the tenant's merchants, as the merchants see them.",
  "Operators: providers": "Processing entities and their accounts with providers.",
  "Operators: reports": "Reports on the tenant's merchants for any period.",
  "Operators: routing": "Routing of payments to provider accounts, amount limits, and outages.",
  "Operators: work": "The work queue: what waits for an operator, and who is assigned.",
  "Payment intents": "One amount to collect, over all attempts.",
  "Payment links": "Links that anyone can pay, once or many times.",
  "Payer's page": "The operator of the payer's page, as shown there and on receipts.",
  People: "The people of a merchant: roles in each mode, invitations.",
  "Payout operations": "What operators set and record about merchants' payouts.",
  Payouts: "Send money from a wallet to a beneficiary, one at a time or in batches.",
  "Bank files": "Bank statements, and entries that wait for an operator.",
  "Payout files": "Files of bank transfers for payouts and refunds, and their release.",
  Reconciliation: "Comparison of providers' statements with our books.",
  Refunds: "Return money to the payer, in full or in part.",
  Requests: "Log of the requests of a merchant's keys and people.",
  Reports: "Reports for any period: volumes, outcomes, durations, failure reasons.",
  Sandbox: "Test tools: advance the clock, trigger events, reset the data.",
  Exports: "Download lists as CSV or XLSX files.",
  "Operators: exports": "The operators' lists as files.",
  Search: "Search objects of every kind by phone, reference, id or transaction number.",
  "Unresolved payments": "Payments whose outcome is unknown.",
  Wallets: "Balances, entries, statements and ledger proofs.",
  Webhooks: "Webhook endpoints, deliveries and events.",
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
