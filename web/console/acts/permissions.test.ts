import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasPermission, type TenantPermission } from "../../../server/src/http/permissions.ts";
import { changeKinds } from "../../../server/src/modules/change-requests/types.ts";
import { bundledPermissions, operatorRoles } from "../../../server/src/modules/operators/roles.ts";
import { workKinds } from "../../../server/src/modules/work/kinds.ts";
import { kindsFor } from "../../../server/src/modules/work/service.ts";
import { navigationFor } from "../../ui/parts/nav-links.ts";
import { navigation, pages } from "../pages.ts";
import { actPermissions, changePermissions, mayTake, permissionOf } from "./permissions.ts";

interface Operation {
  readonly operationId: string;
  readonly "x-permission"?: string | readonly string[];
}
interface Published {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
const published = ["account", "operators", "platform"].map(
  (name) => JSON.parse(readFileSync(`docs/reference/openapi-${name}.json`, "utf8")) as Published,
);
/** What the service asks for, by the name of the operation: one of these permissions. */
const asked = new Map(
  published
    .flatMap(({ paths }) => Object.values(paths))
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, "x-permission": needed = [] }) => [operationId, [needed].flat()] as const),
);
const permissionsFor = (role: (typeof operatorRoles)[number]): readonly TenantPermission[] =>
  bundledPermissions({ role }) ?? [];
const accepts = (held: readonly string[], operationId: string): boolean =>
  (asked.get(operationId) ?? []).some((one) => hasPermission(held, one as TenantPermission));

describe.each(operatorRoles)("the role %s", (role) => {
  const held = permissionsFor(role);

  it("is offered the acts that the service accepts from it, and no other", () => {
    const acts = Object.keys(actPermissions) as (keyof typeof actPermissions)[];
    expect(acts.filter((act) => asked.get(act)?.length !== 1)).toEqual([]);
    const offered = acts.filter((act) => hasPermission(held, permissionOf(act)));
    expect(offered).toEqual(acts.filter((act) => accepts(held, act)));
  });

  it("decides about the kinds of changes that the service lets it decide about", () => {
    const offered = (kind: keyof typeof changeKinds) => hasPermission(held, permissionOf({ change: kind }));
    const kinds = Object.keys(changeKinds) as (keyof typeof changeKinds)[];
    expect(kinds.filter(offered)).toEqual(kinds.filter((kind) => hasPermission(held, changeKinds[kind])));
  });

  it("takes the rows of the work queue that the service lets it take", () => {
    const offered = workKinds.filter((kind) => mayTake(kind, (one) => hasPermission(held, one)));
    expect(offered).toEqual(kindsFor(held, "manage"));
  });
});

it("the console's list of what it takes to decide about a change is the service's", () =>
  expect(changePermissions).toEqual(changeKinds));

it.each([
  [
    "ON_CALL",
    "now work approvals payments merchants payer-page outages routing providers reconciliation bank ledger",
  ],
  ["COMPLIANCE", "now work approvals merchants kyb audit payer-page"],
  ["FINANCE", "now work approvals payments merchants fees payer-page reconciliation bank ledger"],
  ["SUPPORT", "now work approvals payments merchants payer-page"],
  [
    "AUDITOR",
    "now work approvals payments merchants kyb audit team fees payer-page outages routing providers reconciliation bank ledger",
  ],
  [
    "ADMINISTRATOR",
    "now work approvals payments merchants kyb audit team fees payer-page outages routing providers reconciliation bank ledger",
  ],
] as const)("the navigation leads %s to %s", (role, paths) => {
  const shown = navigationFor(navigation, permissionsFor(role)).flatMap(({ entries }) => entries);
  expect(shown.map(({ path }) => path).join(" ")).toBe(paths);
});

it("a page of the navigation needs what one of its first reads needs", () => {
  const place = { params: {}, query: {}, scope: { merchantId: null, mode: null } };
  for (const { path, needs = [] } of navigation.flatMap(({ entries }) => entries)) {
    const reads = pages.find((page) => page.path === path)?.reads?.(place) ?? [];
    const shows = reads.flatMap((read) =>
      published.flatMap(({ paths }) => paths[read.split("?")[0] ?? ""]?.get?.["x-permission"] ?? []),
    );
    expect(reads.length === 0 || needs.some((one) => shows.includes(one)), path).toBe(true);
  }
});

const sources = readdirSync("web/console", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => [name, readFileSync(join("web/console", name), "utf8")] as const);

/** Forms that are opened by a button which asks for the permission. */
const openedByOthers = [
  "bank/arrive.tsx",
  "fees/propose.tsx",
  "holding/assign.tsx",
  "ledger/correct-book.tsx",
  "ledger/propose.tsx",
  "outages/declare.tsx",
  "providers/new-account.tsx",
  "reconciliation/hand-in.tsx",
  "reconciliation/resolve.tsx",
  "routing/dry-run.tsx",
  "routing/rule-form.tsx",
];

it("whatever sends an act asks first whether the role allows it", () => {
  const senders = sources.filter(([, text]) => /\buse(?:Submission|AccountChange)\b/.test(text));
  expect(senders.length).toBeGreaterThan(15);
  const unasked = senders.filter(([, text]) => !/useMay(?:Act)?\(\)/.test(text)).map(([name]) => name);
  expect(unasked.sort()).toEqual([...openedByOthers].sort());
});
