import { describe, expect, it } from "vitest";
import { parseSender, parseSmtpUrl } from "./smtp-settings.ts";

describe("SMTP_URL", () => {
  it.each([
    ["smtps://mail.example.com", { host: "mail.example.com", port: 465, tls: "implicit", logIn: null }],
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, tls: "upgrade", logIn: null }],
    [
      "smtp://pay%40example.com:p%3A%2Fw@mail.example.com:2525/",
      {
        host: "mail.example.com",
        port: 2525,
        tls: "upgrade",
        logIn: { user: "pay@example.com", password: "p:/w" },
      },
    ],
    ["smtp://localhost:25", { host: "localhost", port: 25, tls: "none", logIn: null }],
    ["smtp://[::1]:25", { host: "::1", port: 25, tls: "none", logIn: null }],
    ["smtps://127.0.0.1", { host: "127.0.0.1", port: 465, tls: "implicit", logIn: null }],
    ["smtp://10.0.0.5", { host: "10.0.0.5", port: 587, tls: "upgrade", logIn: null }],
  ])("%s", (text, server) => {
    expect(parseSmtpUrl(text)).toEqual(server);
  });

  it.each([
    "mail.example.com:587",
    "http://mail.example.com",
    "smtp://",
    "smtp://mail.example.com/path",
    "smtp://mail.example.com?tls=no",
    "smtp://user@mail.example.com",
    "smtp://:password@mail.example.com",
    "smtp://a%:b@mail.example.com",
  ])("refuses %s", (text) => {
    expect(parseSmtpUrl(text)).toBeNull();
  });
});

describe("MAIL_FROM", () => {
  it.each([
    ["no-reply@pay.example.com", { name: "", address: "no-reply@pay.example.com" }],
    ["Épicerie Pay <no-reply@example.com>", { name: "Épicerie Pay", address: "no-reply@example.com" }],
    ["<pay@localhost>", { name: "", address: "pay@localhost" }],
  ])("%s", (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  it.each([
    "",
    "Example",
    "a@b, c@d",
    "a b@example.com",
    'Quoted" <a@b.c>',
    "Two <a@b.c> <d@e.f>",
    "a@b_c.d",
    "line\nbreak <a@b.c>",
    "@example.com",
  ])("refuses %j", (text) => {
    expect(parseSender(text)).toBeNull();
  });
});
