import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { surfaces } from "../../../web/frame/surfaces.ts";
import { root } from "../sources/import-graph.ts";
import { dialogFiles, dialogsByPage } from "./dialog-files.ts";
import { pictureName } from "./page-pictures.ts";

/** The parts with which files make dialogs; a button that makes one counts where it is used. */
const MAKES = /<(?:Dialog|Ask|ActButton)\b/g;
const parts = ["console/parts/ask.tsx", "dashboard/parts/act-button.tsx"];

it("every file that makes a dialog is in the table of the walk, with how many it makes", () => {
  const files = ["console", "dashboard", "ui"].flatMap((folder) =>
    readdirSync(join(root, "web", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `${folder}/${file}`),
  );
  const made = files.flatMap((file) => {
    const { length } = readFileSync(join(root, "web", file), "utf8").match(MAKES) ?? [];
    return length === 0 || parts.includes(file) ? [] : [[file, length] as const];
  });
  expect(Object.fromEntries(made)).toEqual(
    Object.fromEntries(Object.entries(dialogFiles).map(([file, { makes }]) => [file, makes])),
  );
});

it("the table names pages that exist, and a reason where no page opens a dialog", () => {
  const known = surfaces.flatMap(({ folder, pages }) => pages.map(({ path }) => `${folder}/${path}`));
  expect([...dialogsByPage.keys()].filter((page) => !known.includes(page))).toEqual([]);
  const silent = Object.entries(dialogFiles).filter(
    ([, { opened, notOpened }]) => opened.length === 0 && notOpened === undefined,
  );
  expect(silent).toEqual([]);
});

it("pictures of pages have names that people would give", () => {
  const names = ["", "payouts/new", "payouts/:id", "payouts/batches/:id", "beneficiaries/:id", "held/:id"];
  expect(names.map(pictureName)).toEqual([
    ...["home", "payouts-new", "payout", "payouts-batch", "beneficiary", "held-one"],
  ]);
  expect(pictureName("developers/endpoints/:id/deliveries/:deliveryId")).toBe("developers-endpoint-delivery");
  for (const { pages } of surfaces) {
    const own = pages.map(({ path }) => pictureName(path));
    expect(new Set(own).size).toBe(own.length);
  }
});
