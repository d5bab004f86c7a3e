import type { Route } from "../route.ts";

/** A document of the service: what one kind of reader needs. */
export const documentNames = ["merchants", "account", "operators", "platform"] as const;
export type DocumentName = (typeof documentNames)[number];

const everywhere = `Every answer has the four keys \`success\`, \`data\`, \`error\` and \`meta\`. Amounts are whole minor units written as text,
unless a field says otherwise. A creation that carries an \`Idempotency-Key\` can be repeated safely. Branch on
\`error.code\`, never on the message. Give the header \`Request-Id\` to support.`;

/** The title of each document, and what it begins with. */
export const documentInfo: Readonly<
  Record<DocumentName, { readonly title: string; readonly description: string }>
> = {
  merchants: {
    title: "Cauris API",
    description: `Collect payments by mobile money, card, wallet, QR and bank transfer, and pay people out.\n\n${everywhere}`,
  },
  account: {
    title: "Cauris API: accounts",
    description: `Called by the pages of this service: log-in, team, onboarding, activity.\n\n${everywhere}`,
  },
  operators: {
    title: "Cauris API: operators",
    description: `For operators: payments, held money, payouts, books, reports.\n\n${everywhere}`,
  },
  platform: {
    title: "Cauris API: platform",
    description: `For administrators of the platform: merchants and their reviews, operators, providers, routing, fees.\n\n${everywhere}`,
  },
};

interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/** The groups of each document and their tags, in the order in which they are read. */
export const tagGroups: Readonly<Record<DocumentName, readonly TagGroup[]>> = {
  merchants: [
    {
      name: "Accept payments",
      tags: [
        "Checkout sessions",
        "Checkout, public",
        "Payment links",
        "Charges",
        "Payment intents",
        "Refunds",
        "Networks",
      ],
    },
    { name: "Send money", tags: ["Beneficiaries", "Payouts"] },
    { name: "Wallets", tags: ["Wallets", "Reports", "Exports"] },
    { name: "Developers", tags: ["Webhooks", "API keys", "Sandbox", "Requests"] },
  ],
  account: [
    { name: "Log-in", tags: ["Log-in"] },
    { name: "The merchant", tags: ["Onboarding", "People", "Audit log"] },
    { name: "The dashboard", tags: ["Search", "Notes", "Live", "Operators: work"] },
  ],
  operators: [
    {
      name: "Daily work",
      tags: [
        "Operators: work",
        "Search",
        "Notes",
        "Live",
        "Operators: payments",
        "Held money",
        "Unresolved payments",
      ],
    },
    { name: "Money out", tags: ["Payout operations", "Payout files"] },
    { name: "Books", tags: ["Bank files", "Reconciliation", "Ledger corrections"] },
    { name: "Reports", tags: ["Operators: reports", "Operators: exports", "Audit log"] },
  ],
  platform: [
    { name: "Merchants", tags: ["Merchants", "KYB review", "People", "Payer's page"] },
    { name: "Operators", tags: ["Operators", "Change requests", "Mails"] },
    { name: "Payments", tags: ["Operators: providers", "Operators: routing", "Operators: fees"] },
  ],
};

/** Of operators: with their token, or below `/tenant`, where they log in. */
const isForOperators = ({ auth, path }: Route): boolean => auth === "operator" || path.startsWith("/tenant/");

/** The document that shows the operation. One whose tag stands in no group is shown with those of its side. */
export function documentOf(route: Route): DocumentName {
  const sides = isForOperators(route)
    ? (["operators", "platform"] as const)
    : (["merchants", "account"] as const);
  const holds = (name: DocumentName): boolean => tagGroups[name].some(({ tags }) => tags.includes(route.tag));
  return sides.find(holds) ?? sides[0];
}
