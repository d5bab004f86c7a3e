import { expect, it } from "vitest";
import { zoneText } from "./zone-text.ts";

it.each([
  ["Africa/Douala", "(heure de Douala)", "(Douala time)", "(hora de Douala)"],
  ["Africa/Abidjan", "(heure d’Abidjan)", "(Abidjan time)", "(hora de Abidjan)"],
  ["Africa/Porto-Novo", "(heure de Cotonou)", "(Cotonou time)", "(hora de Cotonou)"],
  ["Africa/Lome", "(heure de Lomé)", "(Lomé time)", "(hora de Lomé)"],
  ["Europe/Paris", "(Europe/Paris)", "(Europe/Paris)", "(Europe/Paris)"],
  ["UTC", "UTC", "UTC", "UTC"],
])("%s is %s", (zone, ...told) => {
  expect((["fr", "en", "pt"] as const).map((locale) => zoneText(zone, locale))).toEqual(told);
});
