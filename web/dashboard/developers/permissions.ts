/** Areas in which a key can act, in the order in which people think of them. */
export const areas = [
  "checkout",
  "links",
  "payments",
  "charges",
  "refunds",
  "payouts",
  "beneficiaries",
  "wallets",
  "reports",
  "events",
  "webhooks",
  "apikeys",
  "team",
  "profile",
] as const;
export type Area = (typeof areas)[number];
export const levels = ["none", "read", "manage"] as const;
export type Level = (typeof levels)[number];

/** What a set of permissions allows in each area, and whether payouts can be approved with it. */
export interface Rights {
  readonly areas: Readonly<Record<Area, Level>>;
  readonly approves: boolean;
}

const APPROVE = "merchant.payouts.approve";

/** Pure. */
export function rightsOf(permissions: readonly string[]): Rights {
  const levelIn = (area: Area): Level =>
    permissions.includes(`merchant.${area}.manage`)
      ? "manage"
      : permissions.includes(`merchant.${area}.read`)
        ? "read"
        : "none";
  const found = Object.fromEntries(areas.map((area) => [area, levelIn(area)]));
  return { areas: found as Record<Area, Level>, approves: permissions.includes(APPROVE) };
}

/** The permissions that give these rights. Pure. */
export function permissionsOf({ areas: given, approves }: Rights): readonly string[] {
  return [
    ...areas.flatMap((area) => (given[area] === "none" ? [] : [`merchant.${area}.${given[area]}`])),
    ...(approves ? [APPROVE] : []),
  ];
}

/** What `wanted` and `held` have in common: nobody gives more than they have. Pure. */
export function within(wanted: Rights, held: Rights): Rights {
  const lower = (one: Level, other: Level): Level =>
    levels[Math.min(levels.indexOf(one), levels.indexOf(other))] ?? "none";
  return {
    areas: Object.fromEntries(
      areas.map((area) => [area, lower(wanted.areas[area], held.areas[area])]),
    ) as Record<Area, Level>,
    approves: wanted.approves && held.approves,
  };
}

const all = (level: Level): Rights["areas"] =>
  Object.fromEntries(areas.map((area) => [area, level])) as Record<Area, Level>;

/** Usual sets of rights. COLLECT is what a shop's server needs to take payments and give them back. */
export const presets = {
  COLLECT: {
    areas: {
      ...all("none"),
      checkout: "manage",
      links: "manage",
      payments: "manage",
      charges: "read",
      refunds: "manage",
      events: "read",
    },
    approves: false,
  },
  READ: { areas: { ...all("read"), apikeys: "none" }, approves: false },
  EVERYTHING: { areas: all("manage"), approves: true },
} as const satisfies Readonly<Record<string, Rights>>;
export type Preset = keyof typeof presets;
