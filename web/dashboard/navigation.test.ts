import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hasPermission } from "../../server/src/http/permissions.ts";
import { type MemberRole, memberRoles, permissionsOfRole } from "../../server/src/modules/members/roles.ts";
import { navigationFor } from "../ui/parts/nav-links.ts";
import { navigation, pages } from "./pages.ts";

interface Operation {
  readonly "x-permission"?: string | readonly string[];
}
const published = JSON.parse(readFileSync("docs/reference/openapi.json", "utf8")) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};
const shownTo = (role: MemberRole) =>
  navigationFor(navigation, permissionsOfRole(role, "LIVE")).flatMap(({ entries }) => entries);

it.each([
  [
    "ACCOUNTANT",
    "payments links refunds balance balance/entries reports payouts beneficiaries settings/payouts",
  ],
  ["APPROVER", "balance balance/entries payouts beneficiaries settings/payouts"],
  [
    "DEVELOPER",
    "payments links refunds developers/keys developers/endpoints developers/events developers/requests developers/examples developers/go-live",
  ],
  ["SUPPORT", "payments links refunds developers/events"],
] as const)("the navigation leads %s to what the role may see", (role, paths) =>
  expect(
    shownTo(role)
      .map(({ path }) => path)
      .join(" "),
  ).toBe(["", ...paths.split(" "), "settings/notifications"].join(" ")),
);

it("an owner is led to every page", () =>
  expect(shownTo("OWNER")).toEqual(navigation.flatMap(({ entries }) => entries)));

it.each(memberRoles)("%s is led to no list that the service refuses", (role) => {
  const held = permissionsOfRole(role, "LIVE");
  const place = { params: {}, query: {}, scope: { merchantId: ":merchantId", mode: "LIVE" } } as const;
  const refused = shownTo(role).filter(({ path, needs }) => {
    if (needs === undefined) return false;
    const [first] = pages.find((page) => page.path === path)?.reads?.(place) ?? [];
    const template = first?.split("?")[0]?.replace(":merchantId", "{merchantId}") ?? "";
    const needed = [published.paths[template]?.get?.["x-permission"] ?? []].flat();
    return needed.length > 0 && !needed.some((one) => hasPermission(held, one as "merchant.team.read"));
  });
  expect(refused.map(({ path }) => path)).toEqual([]);
});

it("the page of requests may say that nothing in a request is deprecated: only a field of the event payment.failed is", () => {
  const { paths, components } = published;
  const holdsDeprecated = (part: object) => JSON.stringify(part).includes('"deprecated"');
  expect(holdsDeprecated(paths)).toBe(false);
  expect(
    Object.entries(components).flatMap(([kind, parts]) =>
      Object.entries<object>(parts).flatMap(([name, part]) =>
        holdsDeprecated(part) ? [`${kind}/${name}`] : [],
      ),
    ),
  ).toEqual(["schemas/FailedCharge"]);
});
