import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const like = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${like} Chrome/130.0.0.0 Safari/537.36`, "Chrome, Windows"],
  [`${like} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`, "Edge, Windows"],
  ["Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0", "Firefox, Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari, iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
    "Samsung Internet, Android",
  ],
  ["Opera/9.80 (Android; Opera Mini/36.2; U; fr) Presto/2.12", "Opera, Android"],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["Mozilla/5.0", null],
  ["", null],
  ["<script>alert(1)</script>", null],
  [undefined, null],
])("%j is %j", (userAgent, expected) => {
  expect(deviceOf(userAgent)).toBe(expected);
});

test("a name of any length stays short", () => {
  expect(deviceOf("A".repeat(5_000))).toHaveLength(40);
});
