import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readImportGraph, root } from "../../../server/test/sources/import-graph.ts";
import { en } from "../i18n/en/index.ts";
import { fr } from "../i18n/fr/index.ts";
import { pt } from "../i18n/pt/index.ts";
import { actTexts } from "./act-names.ts";

/** Acts that a merchant never sees in its activity: operators, the service or a provider do them, or they belong to a tenant or an account. */
const notShown =
  /^(bank_|change_request|charge|kyb_decision|ledger_|money_decision|operator|outage|payout_file|person|provider_|reconciliation_|restore|routing_rule|service|sub_tenant|tenant|transfer_order|work|amount_bound|fee_schedule)/;
const byOthers = [
  "kyb_document.accepted",
  "kyb_document.refused",
  "kyb_document.expiry_changed",
  "payout.booked_back",
  "refund.booked_back",
];

/** Every act that the sources name where they write to the audit log. */
function writtenActs(): readonly string[] {
  const found = [...readImportGraph().keys()]
    .filter((file) => file.startsWith("server/src/") && !file.includes(".test."))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .filter((source) => /writeAudit|audit\(/i.test(source))
    .flatMap((source) => [
      ...source.matchAll(/\baction(?::| =)[^,;]*?"([a-z_]+\.[a-z_]+)"(?: : "([a-z_]+\.[a-z_]+)")?/g),
      ...source.matchAll(/\b[aA]udit\([^;"]*"([a-z_]+\.[a-z_]+)"/g),
    ])
    .flatMap(([, ...acts]) => acts.filter((act) => act !== undefined));
  const endpoint = ["created", "updated", "secret_rotated", "deleted"].map(
    (verb) => `webhook_endpoint.${verb}`,
  );
  return [...new Set([...found, ...endpoint])].sort();
}

it("every act of the audit log that a merchant sees has words in three languages, and no other has", () => {
  const seen = writtenActs().filter((act) => !notShown.test(act) && !byOthers.includes(act));
  expect(seen).toEqual(Object.keys(actTexts).sort());
  for (const { acts } of [fr.activity, en.activity, pt.activity])
    for (const text of Object.values(actTexts)) expect(acts[text], text).toMatch(/\S/);
});
