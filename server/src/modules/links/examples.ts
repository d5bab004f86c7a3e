/** Bodies as `/docs` shows them. */
const link = {
  amount: "5000",
  currency: "XOF",
  title: "Cotisation 2026",
  description: null,
} as const;
const price = {
  amountMin: null,
  amountMax: null,
  amountSuggestions: null,
  quantityMin: 1,
  quantityMax: 5,
} as const;
const stamps = {
  version: 1,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z",
} as const;
const SESSION_ID = "cs_06f4c1k8t2v9x3m7n5b0q8d6e200000107e2m5x9k3v7t1n8b4c6d0f2g9h";
const url = "http://localhost:3000/pay/cotisation-2026";
const amountDisplay = "5\u202f000\u00a0F\u202fCFA";

export const createLinkExample = {
  amount: "5000",
  currency: "XOF",
  title: "Cotisation 2026",
  slug: "cotisation-2026",
  quantityMax: 5,
  maxUses: 200,
  allowedMethods: ["MOBILE_MONEY", "WALLET"],
};

const share = {
  text: `Cotisation 2026\u00a0: 5\u00a0000\u00a0F\u00a0CFA à payer à Boutique Akwaba. Payez ici\u00a0: ${url}`,
  qrPngUrl: `${url}/qr.png`,
  qrSvgUrl: `${url}/qr.svg`,
  previewUrl: `${url}/preview.png`,
};

export const linkExample = {
  object: "payment_link",
  id: "plink_06f4c1k8t2v9x3m7n5b0q8d6e2",
  mode: "SANDBOX",
  reference: "PL-7K3M9Q2D",
  slug: "cotisation-2026",
  url,
  share,
  ...link,
  ...price,
  amountDisplay,
  status: "OPEN",
  linkStatus: "ACTIVE",
  usesCount: 0,
  maxUses: 200,
  reusable: true,
  allowedMethods: ["MOBILE_MONEY", "WALLET"],
  successUrl: null,
  cancelUrl: null,
  customFields: [],
  inactiveMessage: null,
  metadata: {},
  expiresAt: null,
  ...stamps,
};

export const changeLinkExample = { linkStatus: "PAUSED", inactiveMessage: "Reprise lundi à 8 h." };

export const publicLinkExample = {
  object: "checkout.payment_link",
  slug: "cotisation-2026",
  mode: "SANDBOX",
  url,
  linkStatus: "ACTIVE",
  ...link,
  ...price,
  amountDisplay,
  merchantName: "Boutique Akwaba",
  locale: "fr",
  customFields: [],
  expiresAt: null,
  ...stamps,
};

export const openSessionExample = { quantity: 2 };

export const linkSessionExample = {
  object: "checkout.session",
  id: SESSION_ID,
  mode: "SANDBOX",
  url: `http://localhost:3000/checkout/${SESSION_ID}`,
  status: "OPEN",
  ...link,
  amount: "10000",
  title: "Cotisation 2026 × 2",
  amountDisplay: "10\u202f000\u00a0F\u202fCFA",
  quantity: 2,
  locale: "fr",
  customFields: [],
  expiresAt: "2026-11-21T10:30:00.000Z",
  ...stamps,
};
