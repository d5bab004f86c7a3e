import { type ComponentChildren, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import { eventTypes } from "../../../sdk/js/src/generated/event-types.ts";
import { en } from "../i18n/en/index.ts";
import { fr } from "../i18n/fr/index.ts";
import { TextsProvider } from "../i18n/index.ts";
import { pt } from "../i18n/pt/index.ts";
import { Answered } from "./answered.tsx";
import { EventType, eventName } from "./event-type.tsx";

const inFrench = (part: ComponentChildren) => renderToString(h(TextsProvider, { value: fr }, part));

it.each([fr, en, pt])("every type of event has its own name", ({ events }) => {
  const names = eventTypes.map((type) => eventName(events, type));
  expect(names).not.toContain(undefined);
  expect(new Set(names).size).toBe(Object.keys(events.types).length);
});

it("a type stands beside its name; one that is not known yet stands alone", () => {
  expect(inFrench(h(EventType, { type: "payment.failed" }))).toBe(
    "Paiement échoué <code>payment.failed</code>",
  );
  expect(inFrench(h(EventType, { type: "payment.new" }))).toBe(" <code>payment.new</code>");
});

it.each([
  [200, null, "HTTP 200"],
  [500, "HTTP_STATUS", "HTTP 500"],
  [null, null, "Pas de réponse"],
  [null, "REFUSED", "connexion refusée <code>REFUSED</code>"],
  [null, "LATER", " <code>LATER</code>"],
])("an answer %s, %s is shown as %s", (statusCode, error, text) =>
  expect(inFrench(h(Answered, { statusCode, error }))).toBe(text),
);
