import { expect, it } from "vitest";
import { isLocalHttp } from "./local-address.ts";

it.each(["http://127.0.0.1:4101", "http://localhost:4101/v1", "http://127.0.0.1", "HTTP://LOCALHOST:1"])(
  "%s is this machine",
  (text) => expect(isLocalHttp(text)).toBe(true),
);

it.each([
  "https://127.0.0.1:4101",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
  "http://10.0.0.1:4101",
  "http://user:word@localhost:4101",
  "http://127.0.0.1@example.com",
  "ftp://localhost",
  "localhost:4101",
  "",
])("%s is not", (text) => expect(isLocalHttp(text)).toBe(false));
