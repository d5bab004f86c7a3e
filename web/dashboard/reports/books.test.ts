import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import { fr } from "../i18n/fr/index.ts";
import { TextsProvider } from "../i18n/index.ts";
import { BookedAccount } from "./books.tsx";

const [one, other] = ["provider:8df654fd00", "provider:1a2b3c4d00"];

it.each([
  ["pending", ["pending"], fr.balance.pending],
  [one, [one, "available"], "Prestataire"],
  [one, [one, other], 'Prestataire <code class="quiet">8df654fd</code>'],
  ["later", ["later"], "later"],
])("the account %s among %j is called %s", (account, all, text) => {
  const of = all.map((each) => ({ account: each }));
  expect(renderToString(h(TextsProvider, { value: fr }, h(BookedAccount, { account, of })))).toBe(text);
});
