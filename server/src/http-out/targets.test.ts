import { describe, expect, it } from "vitest";
import { createPlaces, createTargets } from "./targets.ts";

const URL_TEXT = "https://merchant.example:8443/hooks?source=a";
const open = { allowLoopback: false, forbiddenHosts: [] };

describe("an address that is remembered", () => {
  it("leads where it leads when it is read", () => {
    const targetOf = createTargets();
    const target = {
      refusal: null,
      origin: "https://merchant.example:8443",
      host: "merchant.example:8443",
      path: "/hooks?source=a",
    };
    expect(targetOf(URL_TEXT, open)).toEqual(target);
    expect(targetOf(URL_TEXT, open)).toEqual(target);
  });

  it("is refused as soon as its host is forbidden, and called again when it no longer is", () => {
    const targetOf = createTargets();
    const forbidding = { ...open, forbiddenHosts: ["merchant.example"] };
    expect(targetOf(URL_TEXT, open).refusal).toBeNull();
    expect(targetOf(URL_TEXT, forbidding).refusal?.rule).toBe("HOST");
    expect(targetOf(URL_TEXT, { ...open, forbiddenHosts: ["other.example"] }).refusal).toBeNull();
  });

  it("is judged by the mode that asks", () => {
    const targetOf = createTargets();
    const loopback = "http://localhost:3000/";
    expect(targetOf(loopback, { ...open, allowLoopback: true }).refusal).toBeNull();
    expect(targetOf(loopback, open).refusal?.rule).toBe("ADDRESS");
  });

  it("is forgotten with all others when there are too many, and read again", () => {
    const targetOf = createTargets(2);
    for (const text of [URL_TEXT, "https://other.example/", "http://10.0.0.1/", URL_TEXT])
      targetOf(text, open);
    expect(targetOf("http://10.0.0.1/", open).refusal?.rule).toBe("SCHEME");
  });
});

describe("an address of the operator's configuration", () => {
  it("leads where it leads when it is read, also when it has been forgotten", () => {
    const placeOf = createPlaces(2);
    const texts = [
      "http://10.0.0.1:8080/v1/payments?a=b",
      "https://bank.example/",
      "https://other.example/x",
    ];
    const places = [
      { origin: "http://10.0.0.1:8080", host: "10.0.0.1:8080", path: "/v1/payments?a=b" },
      { origin: "https://bank.example", host: "bank.example", path: "/" },
      { origin: "https://other.example", host: "other.example", path: "/x" },
    ];
    for (const _round of [1, 2]) expect(texts.map((text) => placeOf(text))).toEqual(places);
  });

  it.each(["", "bank.example", "file:///etc/passwd", "ftp://bank.example/"])("%j is none", (text) => {
    const placeOf = createPlaces();
    for (const _round of [1, 2]) expect(placeOf(text)).toBeNull();
  });
});
