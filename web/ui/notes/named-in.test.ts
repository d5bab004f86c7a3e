import { expect, it } from "vitest";
import { namedIn } from "./named-in.ts";

const colleagues = [
  { id: "a", name: "Awa Diop" },
  { id: "b", name: "Awa Koné" },
  { id: "k", name: "Koffi Yao" },
  { id: "n", name: null },
];

it.each([
  ["rappelle à 16 h", []],
  ["@Koffi peux-tu voir ?", ["k"]],
  ["@koffi yao, et @AWA KONE.", ["b", "k"]],
  ["@Awa regarde", []],
  ["@Koffier n’est personne, et Koffi sans signe non plus", []],
  ["koffi@example.com", []],
  ["voir avec (@Awa Diop)", ["a"]],
  ["@", []],
])("%s", (text, ids) => expect(namedIn(text, colleagues)).toEqual(ids));
