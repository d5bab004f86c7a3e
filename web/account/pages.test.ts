import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { type AccountFixture, cookieOf, createAccountFixture, publicOrigin } from "./pages.test-support.ts";
import { accountPaths, nextPath } from "./paths.ts";

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.app.close());

type Headers = Readonly<Record<string, string>>;
const get = (url: string, headers: Headers = {}) => fixture.app.inject({ url, headers });
const post = (url: string, fields: Headers = {}, headers: Headers = {}) =>
  fixture.app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
const postJson = (url: string, payload: object, headers: Headers = {}) =>
  fixture.app.inject({
    method: "POST",
    url,
    headers: { "sec-fetch-site": "same-origin", ...headers },
    payload,
  });
const own = { cookie: cookieOf.merchant };
const cookiesIn = (answer: { readonly headers: Record<string, unknown> }): readonly string[] =>
  [answer.headers["set-cookie"] ?? []].flat().map(String);
const credentials = { email: "awa@example.com", password: "correct horse" };

it.each([
  ["/account", "profile"],
  ["/account", "totp/confirm"],
  ["/console/account", "password"],
  ["/console/account", "log-out"],
])("the address of the form %s/%s leads to the page, and does nothing", async (page, form) => {
  const answer = await get(`${page}/${form}`, own);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
  expect(fixture.acts).toEqual([]);
});

describe("log-in", () => {
  it("leads to the page that was asked for, with the cookie", async () => {
    const answer = await post("/login", { ...credentials, next: "/dashboard/shop?mode=LIVE" });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/dashboard/shop?mode=LIVE"]);
    expect(cookiesIn(answer)).toEqual(["cauris-merchant=open; Path=/; HttpOnly"]);
    expect(fixture.acts).toEqual(["merchant logIn awa@example.com correct horse - -"]);
  });

  it.each([
    ["/login", "/dashboard"],
    ["/console/login", "/console"],
  ])("at %s leads to %s when no page was asked for, or one of another site", async (path, home) => {
    expect((await post(path, credentials)).headers.location).toBe(home);
    const away = await post(path, { ...credentials, next: "https://evil.example" });
    expect(away.headers.location).toBe(home);
  });

  it("says what is wrong beside the form, keeps the address and never the password", async () => {
    fixture.refuse("INVALID_CREDENTIALS", 401);
    const { statusCode, body } = await post("/login", { ...credentials, email: `a"<b>@example.com` });
    expect(statusCode).toBe(401);
    expect(body).toContain(
      '<p class="problem" role="alert">L’adresse ou le mot de passe n’est pas juste.</p>',
    );
    expect(body).toContain('value="a&quot;&lt;b>@example.com"');
    expect(body).not.toContain("correct horse");
    expect(body).toContain("<title>Erreur\u00a0: Se connecter");
  });

  it("names an empty field, and asks nobody", async () => {
    const { statusCode, body } = await post("/login", { email: "awa@example.com", password: "" });
    expect(statusCode).toBe(400);
    expect(body).toMatch(
      /id="password-problem">À remplir\.<\/p><input id="password"[^>]*aria-invalid="true"[^>]*aria-describedby="password-problem"/,
    );
    expect(fixture.acts).toEqual([]);
  });

  it("says how long to wait after too many attempts", async () => {
    fixture.refuse("RATE_LIMITED", 429, {}, 130);
    const { statusCode, body } = await post("/login", credentials, { "accept-language": "en" });
    expect(statusCode).toBe(429);
    expect(body).toContain("Too many attempts. Try again in 3 minutes.");
  });

  it("keeps the page that it leads to when another language is chosen", async () => {
    const { body } = await get("/login?next=/dashboard/shop?mode=LIVE&lang=en");
    expect(body).toContain('href="/login?next=%2Fdashboard%2Fshop%3Fmode%3DLIVE&amp;lang=pt"');
    expect((await get("/login")).body).toContain('href="/login?lang=pt"');
    expect((await get("/login?next=https://evil.example")).body).toContain('href="/login?lang=pt"');
  });

  it("leads those who are logged in on", async () => {
    expect((await get("/login?next=/dashboard", own)).headers.location).toBe("/dashboard");
    expect((await get("/login", { cookie: cookieOf.operator })).statusCode).toBe(200);
  });
});

describe("the second step", () => {
  const begin = async (): Promise<string> => {
    fixture.refuse("SECOND_FACTOR_REQUIRED", 401, { methods: ["totp", "passkey", "recoveryCode"] });
    const answer = await post("/login", { ...credentials, next: "/dashboard" });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/login/second?next=%2Fdashboard"]);
    return cookiesIn(answer)[0]?.split(";")[0] ?? "";
  };

  it("asks for the code alone: what was typed is not asked again", async () => {
    const cookie = await begin();
    const page = await get("/login/second?next=/dashboard", { cookie });
    expect(page.body).toContain('autocomplete="one-time-code"');
    expect(page.body).not.toContain("awa@example.com");
    const answer = await post("/login/second", { totp: "123 456", next: "/dashboard" }, { cookie });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/dashboard"]);
    expect(cookiesIn(answer)).toEqual([
      "cauris-merchant=open; Path=/; HttpOnly",
      "cauris-pending=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect(fixture.acts).toEqual(["merchant logIn awa@example.com correct horse 123456 -"]);
  });

  it("takes a recovery code instead", async () => {
    const cookie = await begin();
    expect((await get("/login/second?recovery=1", { cookie })).body).toContain('name="recoveryCode"');
    const answer = await post("/login/second", { recoveryCode: "k7mp-3x4q" }, { cookie });
    // A new factor can be set up there within five minutes.
    expect(answer.headers.location).toBe("/account");
    expect(fixture.acts).toEqual(["merchant logIn awa@example.com correct horse - k7mp-3x4q"]);
  });

  it("says that a code is wrong beside its field, and begins again when the account has changed", async () => {
    const cookie = await begin();
    fixture.refuse("SECOND_FACTOR_INVALID", 401);
    const wrong = await post("/login/second", { totp: "000000" }, { cookie });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.body).toContain('id="totp-problem">Ce code est faux');
    fixture.refuse("INVALID_CREDENTIALS", 401);
    expect((await post("/login/second", { totp: "000000" }, { cookie })).headers.location).toBe("/login");
  });

  it("begins again without the first one, after five minutes, and for a cookie of another use", async () => {
    const sealed = (purpose: string, value: unknown) =>
      `cauris-pending=${Buffer.from(`${purpose} ${JSON.stringify(value)}`).toString("base64url")}`;
    const pending = { ...credentials, methods: ["totp"], endsAtMs: Date.UTC(2026, 10, 22, 9, 5) };
    for (const cookie of ["", "cauris-pending=x", sealed("second", pending), sealed("codes", ["a"])]) {
      expect((await get("/login/second", { cookie })).headers.location, cookie).toBe("/login");
      expect((await post("/login/second", { totp: "123456" }, { cookie })).headers.location).toBe("/login");
    }
    const later = pending.endsAtMs + 1;
    // As an earlier release wrote it.
    const former = sealed("second", { ...credentials, hasPasskey: true, endsAtMs: later });
    expect((await get("/login/second", { cookie: former })).headers.location).toBe("/login");
    const open = sealed("second", { ...pending, endsAtMs: later });
    expect((await get("/login/second", { cookie: open })).statusCode).toBe(200);
  });
});

describe("next", () => {
  it.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard/m/live/payments?state=FAILED&q=07", "/dashboard/m/live/payments?state=FAILED&q=07"],
    ["/account/presence", "/account/presence"],
    ["/invite/svc_join_a-B_9", "/invite/svc_join_a-B_9"],
    ...[
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/dashboard//evil.example",
      "/dashboard/../login",
      "/dashboard/%2f%2fevil",
      "/dashboardevil",
      "/invite/../login",
      "/console/work",
      "/login",
      "javascript:alert(1)",
      "/dashboard\r\nSet-Cookie: a=b",
      `/dashboard/${"x".repeat(600)}`,
      ["/dashboard"],
      undefined,
    ].map((next): [unknown, string] => [next, "/dashboard"]),
  ] as [unknown, string][])("%j leads to %s", (next, path) => {
    expect(nextPath("merchant", next)).toBe(path);
  });

  it("of operators stays in the console", () => {
    expect(nextPath("operator", "/console/work?mine=1")).toBe("/console/work?mine=1");
    expect(nextPath("operator", "/dashboard")).toBe("/console");
    expect(nextPath("operator", "//evil.example")).toBe("/console");
    expect(nextPath("operator", undefined)).toBe("/console");
  });
});

describe("a forgotten password", () => {
  it("is answered the same for every address", async () => {
    const { body } = await post("/login/forgot", { email: " awa@example.com " });
    expect(body).toContain("Si un compte a cette adresse");
    expect(fixture.acts).toEqual(["forgot awa@example.com"]);
  });

  it("is not offered where no mail leaves", async () => {
    const without = await createAccountFixture({ canMail: false });
    try {
      const { body } = await without.app.inject("/login/forgot");
      expect(body).toContain("n’envoie pas d’e-mails");
      expect(body).not.toContain('name="email"');
    } finally {
      await without.app.close();
    }
  });
});

describe.each([
  ["/invite/good-INVITATION", "acceptInvitation good-INVITATION a long new password"],
  ["/reset/good-RESET", "reset good-RESET a long new password"],
])("%s", (path, act) => {
  it("changes nothing when it is opened, and shows the address for password managers", async () => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(200);
    expect(body).toContain('autocomplete="username" value="awa@example.com" readonly');
    expect(body).toContain('autocomplete="new-password"');
    expect(fixture.acts).toEqual([]);
  });

  it("sets the password and leads to the log-in", async () => {
    const answer = await post(path, { password: "a long new password" });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/login?done=password"]);
    expect(fixture.acts).toEqual([act]);
    expect((await get("/login?done=password")).body).toContain("Votre mot de passe est enregistré.");
  });

  it.each([
    ["minLength", "Il faut au moins 12 caractères."],
    ["common", "C’est un des mots de passe que l’on essaie en premier."],
    ["somethingNew", "Cette valeur n’est pas acceptée."],
  ])("says that a password is weak: %s", async (rule, text) => {
    fixture.refuse("VALIDATION_ERROR", 400, { fields: [{ path: "password", rule }] });
    const { statusCode, body } = await post(path, { password: "weak" });
    expect(statusCode).toBe(400);
    expect(body).toContain(`id="password-problem">${text}`);
  });

  it("is gone when the link is not valid", async () => {
    const wrong = path.replace("good", "bad");
    for (const answer of [await get(wrong), await post(wrong, { password: "a long new password" })]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain("Ce lien ne sert plus");
    }
  });
});

describe("an invitation to a merchant", () => {
  const path = "/invite/good-JOIN";
  const given = { name: " Awa Koné ", password: "a long new password" };
  const loggedIn = "/account?joined=1";

  it("says who invites, where, as what, whom and until when, and changes nothing", async () => {
    const { statusCode, body } = await get(path);
    const facts = [...body.matchAll(/<dt>([^<]+)<\/dt><dd><bdi>([^<]+)</g)].map(([, name, text]) => [
      name,
      text,
    ]);
    expect([statusCode, facts]).toEqual([
      200,
      [
        ["Marchand", "Maison Akwaba"],
        ["Invité par", "Kofi Mensah"],
        ["Rôle en réel", "Comptable, avec une partie des droits"],
        ["Rôle dans le bac à sable", "aucun"],
        ["Adresse invitée", "awa@example.com"],
        ["Valable jusqu’au", expect.stringContaining("29 nov. 2026")],
      ],
    ]);
    expect(body).toMatch(
      /autocomplete="username" value="awa@example\.com" readonly.*autocomplete="new-password"/s,
    );
    expect(fixture.acts).toEqual([]);
    fixture.setInvitation({ inviterName: "" });
    expect((await get(path)).body).not.toContain("Invité par");
  });

  it.each([
    ["OWNER", "Owner"],
    ["ADMINISTRATOR", "Administrator"],
    ["ACCOUNTANT", "Accountant"],
    ["APPROVER", "Approver of payouts"],
    ["DEVELOPER", "Developer"],
    ["SUPPORT", "Customer support"],
    ["VIEWER", "Reads only"],
  ] as const)("says the role %s in words", async (role, text) => {
    fixture.setInvitation({ roles: { LIVE: null, SANDBOX: { role, isNarrowed: false } } });
    const { body } = await get(`${path}?lang=en`);
    expect(body).toContain(`<dt>Role in the sandbox</dt><dd><bdi>${text}</bdi>`);
  });

  it("opens an account in the language of the page, and logs in", async () => {
    const answer = await post(path, given, { cookie: "cauris-language=pt" });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, loggedIn]);
    expect(cookiesIn(answer)).toEqual(["cauris-merchant=open; Path=/; HttpOnly"]);
    expect(fixture.acts).toEqual(["joinAsNew good-JOIN Awa Koné a long new password pt"]);
    expect((await get(loggedIn, own)).body).toContain("Vous avez rejoint le marchand.");
  });

  it.each([
    ["name", "missing", { name: " ", password: "a long new password" }, "À remplir."],
    ["password", "missing", { name: "Awa", password: "" }, "À remplir."],
    ["name", "pattern", given, "Cette valeur n’est pas acceptée."],
    ["password", "minLength", given, "Il faut au moins 12 caractères."],
  ])("says beside the field that %s is wrong: %s", async (field, rule, fields, text) => {
    if (rule !== "missing") fixture.refuse("VALIDATION_ERROR", 400, { fields: [{ path: field, rule }] });
    const { statusCode, body } = await post(path, fields);
    expect(statusCode).toBe(400);
    expect(body).toContain(`id="${field}-problem">${text}`);
    expect(body).not.toContain("a long new password");
    expect(fixture.acts).toEqual([]);
  });

  it.each([
    ["MEMBER_EXISTS", 409, "Vous travaillez déjà pour ce marchand."],
    ["INVITATION_OF_ANOTHER", 403, "Cette invitation est pour un autre compte."],
    ["PERSON_EMAIL_TAKEN", 409, "Un compte vient d’être ouvert à cette adresse."],
  ])("says why it refuses: %s", async (name, status, text) => {
    fixture.refuse(name, status);
    const { statusCode, body } = await post(path, given);
    expect([statusCode, body.includes(text)]).toEqual([status, true]);
  });

  it.each([true, false])(
    "of a merchant that has left says so before anything is filled in, to whoever opens it (logged in: %s)",
    async (isLoggedIn) => {
      fixture.setInvitation({ hasLeft: true, hasAccount: isLoggedIn });
      for (const { statusCode, body } of [
        await get(path, isLoggedIn ? own : undefined),
        await post(path, given, isLoggedIn ? own : undefined),
      ]) {
        expect(statusCode).toBe(421);
        expect(body).toContain("Ce marchand a changé d’installation. Demandez une invitation là-bas.");
        expect(body).not.toMatch(/type="password"|<button[^>]*>Rejoindre|Valable jusqu’au/);
      }
      expect(fixture.acts).toEqual([]);
    },
  );

  it("asks whoever is logged in with the address for one click", async () => {
    fixture.setInvitation({ hasAccount: true });
    const { body } = await get(path, own);
    expect(body).toContain(">Rejoindre</button>");
    expect(body).not.toContain('type="password"');
    expect((await post(path, {}, own)).headers.location).toBe(loggedIn);
    expect(fixture.acts).toEqual(["join good-JOIN"]);
  });

  it.each([true, false])(
    "asks another account to log out first, and comes back (known: %s)",
    async (hasAccount) => {
      fixture.setInvitation({ hasAccount });
      fixture.change({ email: "kofi@example.com" });
      const { body } = await get(path, own);
      expect(body).toContain("Vous êtes connecté avec une autre adresse\u00a0: kofi@example.com.");
      expect(body).toMatch(
        /action="\/account\/log-out"><input type="hidden" name="next" value="\/invite\/good-JOIN"/,
      );
      expect((await post(path, given, own)).statusCode).toBe(403);
      expect(fixture.acts).toEqual([]);
      const out = await post("/account/log-out", { next: path }, own);
      expect(out.headers.location).toBe(path);
      const away = await post("/account/log-out", { next: "https://evil.example" }, own);
      expect(away.headers.location).toBe("/dashboard");
    },
  );

  it("leads the holder of an account through the log-in and back", async () => {
    fixture.setInvitation({ hasAccount: true });
    expect((await get(path)).body).toContain('href="/login?next=%2Finvite%2Fgood-JOIN"');
    expect((await post(path, given)).statusCode).toBe(403);
    expect(fixture.acts).toEqual([]);
    const answer = await post("/login", { ...credentials, next: path });
    expect(answer.headers.location).toBe(path);
  });

  it("is gone when the link works no longer, and unknown to the console", async () => {
    expect((await get("/console/invite/good-JOIN")).statusCode).toBe(404);
    fixture.setInvitation(null);
    for (const answer of [await get(path), await post(path, given), await post(path, {}, own)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain("Ce lien ne sert plus");
    }
    expect(fixture.acts).toEqual([]);
  });

  it("shows hostile names as text", async () => {
    const name = `"><script>alert(1)</script>\u202e`;
    fixture.setInvitation({ merchantName: name, inviterName: name });
    const { body } = await get(path);
    expect(body).not.toContain("<script>alert");
    expect(body.match(/<bdi>&quot;>&lt;script/g)).toHaveLength(2);
  });

  it("takes the form from our own page alone", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { ...own, "sec-fetch-site": "same-site" }])
      expect((await post(path, given, headers)).statusCode).toBe(403);
    expect(fixture.acts).toEqual([]);
  });
});

test("a link to end the delay does so by a button, because mail programs open links", async () => {
  expect((await get("/unlock/good-UNLOCK")).body).toContain("Lever le frein");
  expect(fixture.acts).toEqual([]);
  expect((await post("/unlock/good-UNLOCK")).headers.location).toBe("/login?done=unlocked");
  expect((await post("/unlock/bad")).statusCode).toBe(404);
});

describe("one's own account", () => {
  it("is shown to its holder alone", async () => {
    const { body } = await get("/account", own);
    for (const text of [
      "Awa Koné",
      "awa@example.com",
      "Ordinateur du bureau",
      "Firefox, Windows",
      "Il reste 8 codes.",
    ])
      expect(body).toContain(text);
    for (const cookie of ["", cookieOf.operator, "cauris-merchant=other"]) {
      const answer = await get("/account", { cookie });
      expect(answer.headers.location).toBe("/login?next=%2Faccount");
    }
    expect((await post("/account/log-ins/end", { id: "uss_2" })).headers.location).toContain("/login");
    expect(fixture.acts).toEqual([]);
  });

  it.each([
    [
      "profile",
      { name: "Awa", locale: "pt", timeZone: "Africa/Bissau" },
      "changeProfile Awa pt Africa/Bissau",
    ],
    [
      "password",
      { currentPassword: "old", newPassword: "a long new one" },
      "changePassword old a long new one",
    ],
    ["log-ins/end", { id: "uss_2" }, "endLogIn uss_2"],
    ["log-ins/end-others", {}, "endOtherLogIns"],
    ["totp/remove", {}, "removeTotp"],
    ["passkeys/remove", { id: "pky_1" }, "removePasskey pky_1"],
  ])("%s", async (path, fields, act) => {
    const answer = await post(`/account/${path}`, fields as Headers, own);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/account?saved=1"]);
    expect(fixture.acts).toEqual([act]);
  });

  it("keeps what was typed and names the field", async () => {
    fixture.refuse("VALIDATION_ERROR", 400, { fields: [{ path: "timeZone", rule: "timeZone" }] });
    const fields = { name: "<i>Awa", locale: "fr", timeZone: "Africa/Nowhere" };
    const { statusCode, body } = await post("/account/profile", fields, own);
    expect(statusCode).toBe(400);
    expect(body).toContain('id="timeZone-problem">Ce fuseau horaire n’existe pas.');
    expect(body).toContain('value="&lt;i>Awa"');
    expect((await post("/account/profile", { ...fields, locale: "xx" }, own)).statusCode).toBe(400);
    fixture.refuse("INVALID_CREDENTIALS", 401);
    const wrong = await post("/account/password", { currentPassword: "x", newPassword: "y" }, own);
    expect(wrong.body).toContain('id="currentPassword-problem">Ce mot de passe n’est pas juste.');
  });

  it("logs out", async () => {
    const answer = await post("/account/log-out", {}, own);
    expect(answer.headers.location).toBe("/login?done=out");
    expect(cookiesIn(answer)).toEqual(["cauris-merchant=; Max-Age=0; Path=/"]);
  });
});

describe("second factors", () => {
  it("shows recovery codes until they are kept, also after a reload", async () => {
    const answer = await post("/account/totp/confirm", { totp: "123 456" }, own);
    expect(answer.headers.location).toBe("/account/codes");
    const kept = cookiesIn(answer)[0]?.split(";")[0] ?? "";
    const cookie = `${cookieOf.merchant}; ${kept}`;
    for (let reload = 0; reload < 2; reload += 1)
      expect((await get("/account/codes", { cookie })).body).toContain("<li>k7mp-9x4q-w2hd-8r5t</li>");
    const done = await post("/account/codes/kept", {}, { cookie });
    expect(cookiesIn(done)).toEqual(["cauris-codes=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
    expect((await get("/account/codes", own)).headers.location).toBe("/account");
    expect(fixture.acts).toEqual(["confirmTotp 123456"]);
  });

  it("shows the secret of an app as a picture and as text, and again after a wrong code", async () => {
    const { body } = await post("/account/totp", {}, own);
    expect(body).toContain("JBSW Y3DP EHPK 3PXP");
    expect(body).toContain('<svg class="qr" role="img"');
    fixture.refuse("SECOND_FACTOR_INVALID", 401);
    const wrong = await post("/account/totp/confirm", { totp: "000000" }, own);
    expect(wrong.body).toContain('id="totp-problem">');
  });

  it.each(["totp", "totp/remove", "codes", "passkeys/remove"])(
    "%s asks for a proof of presence first",
    async (path) => {
      fixture.refuse("STEP_UP_REQUIRED", 403);
      expect((await post(`/account/${path}`, {}, own)).headers.location).toBe("/account/presence");
    },
  );

  it("proves presence in the ways that the account has", async () => {
    expect((await get("/account/presence", own)).headers.location).toBe("/account");
    fixture.change({ isPresent: false });
    expect((await get("/account/presence", own)).body).toContain('name="totp"');
    fixture.change({ presenceMethods: ["password"] });
    expect((await get("/account/presence", own)).body).toContain('autocomplete="current-password"');
    fixture.refuse("INVALID_CREDENTIALS", 401);
    const wrong = await post("/account/presence", { password: "x" }, own);
    expect(wrong.body).toContain('id="password-problem">Ce mot de passe n’est pas juste.');
    const right = await post("/account/presence", { password: "y" }, own);
    expect(right.headers.location).toBe("/account");
    expect(fixture.acts).toEqual(['provePresence {"password":"y"}']);
  });
});

describe("passkeys, by the script", () => {
  it("log in", async () => {
    expect((await postJson("/login/passkey/options", {})).json()).toEqual({
      challenge: "AAAA",
      rpId: "localhost",
    });
    const answer = await postJson("/login/passkey", { next: "/dashboard", response: { id: "x" } });
    expect(answer.json()).toEqual({ to: "/dashboard" });
    expect(cookiesIn(answer)).toEqual(["cauris-merchant=open; Path=/; HttpOnly"]);
    fixture.refuse("PASSKEY_INVALID", 401);
    const refused = await postJson("/login/passkey", { response: {} });
    expect([refused.statusCode, refused.json().problem]).toEqual([
      401,
      "Cette clé d’accès est inconnue ici, ou la réponse n’est pas valable. Recommencez.",
    ]);
  });

  it("are added with a name, and bring recovery codes", async () => {
    const answer = await postJson("/account/passkeys", { name: "  Téléphone ", response: { id: "x" } }, own);
    expect(answer.json()).toEqual({ to: "/account/codes" });
    fixture.refuse("STEP_UP_REQUIRED", 403);
    expect((await postJson("/account/passkeys/options", {}, own)).json()).toEqual({
      to: "/account/presence",
    });
    expect(fixture.acts).toEqual(['addPasskey Téléphone {"id":"x"}']);
  });

  it.each([
    ["a merchant", "/invite/good-JOIN", ["beginPasskey good-JOIN Aya", "joinByPasskey good-JOIN Aya fr"]],
    [
      "an account",
      "/invite/good-INVITATION",
      ["beginOpening good-INVITATION", "openByPasskey good-INVITATION"],
    ],
    [
      "the console",
      "/console/invite/good-INVITATION",
      ["beginOpening good-INVITATION", "openByPasskey good-INVITATION"],
    ],
  ])(
    "open the invitation to %s instead of a password, and bring recovery codes",
    async (_title, path, acts) => {
      const account = path.startsWith("/console") ? "/console/account" : "/account";
      expect((await postJson(`${path}/passkey/options`, { name: " Aya " })).json()).toEqual({
        challenge: "AAAA",
      });
      const answer = await postJson(`${path}/passkey`, { name: " Aya ", response: { id: "x" } });
      expect(answer.json()).toEqual({ to: `${account}/codes` });
      expect(cookiesIn(answer)).toHaveLength(2);
      expect(fixture.acts).toEqual(acts);
    },
  );

  it("lead to the page of the link when it works no longer, and say why they are refused", async () => {
    expect((await postJson("/invite/bad/passkey/options", {})).json()).toEqual({ to: "/invite/bad" });
    fixture.refuse("PASSKEY_EXISTS", 409);
    const refused = await postJson("/invite/good-JOIN/passkey", { name: "Aya", response: {} });
    expect([refused.statusCode, refused.json().problem]).toEqual([
      409,
      "Cette clé d’accès est déjà ajoutée.",
    ]);
    expect(cookiesIn(refused)).toEqual([]);
  });

  it.each([
    ["NAME", "127.0.0.1"],
    ["HTTPS", "https"],
  ] as const)("are not offered where the address lacks its %s, and the page says why", async (lack, word) => {
    const place = await createAccountFixture({ passkeys: { lack } });
    for (const [url, headers] of [
      ["/login", {}],
      ["/invite/good-JOIN", {}],
      ["/invite/good-INVITATION", {}],
      ["/console/invite/good-INVITATION", {}],
      ["/account", own],
      ["/account/presence", own],
    ] as const) {
      if (url === "/account/presence") place.change({ isPresent: false });
      const { body } = await place.app.inject({ url, headers });
      expect([url, body.includes("data-passkey"), body.includes("<script")]).toEqual([url, false, false]);
      expect(/<p class="quiet">Les clés d’accès[^<]+/.exec(body)?.[0], url).toContain(word);
    }
    await place.app.close();
  });
});

describe("an account without a password", () => {
  beforeEach(() => fixture.change({ hasPassword: false, hasTotp: false, presenceMethods: ["passkey"] }));

  it("is offered one, and not asked for a current one", async () => {
    const { body } = await get("/account", own);
    expect(body).not.toContain('name="currentPassword"');
    expect(body).toContain("Ajouter un mot de passe");
    const answer = await post("/account/password", { newPassword: "quatre mots bien choisis" }, own);
    expect(answer.headers.location).toBe("/account?saved=1");
    expect(fixture.acts).toEqual(["setFirstPassword quatre mots bien choisis"]);
  });

  it("is led to a proof of presence, and told what a refusal means", async () => {
    fixture.refuse("STEP_UP_REQUIRED", 403);
    const led = await post("/account/password", { newPassword: "quatre mots bien choisis" }, own);
    expect(led.headers.location).toBe("/account/presence");
    fixture.refuse("PASSKEY_DEMANDED", 409);
    const kept = await post("/account/passkeys/remove", { id: "pky_1" }, own);
    expect([kept.statusCode, kept.body.includes("Cette clé est la seule entrée du compte.")]).toEqual([
      409,
      true,
    ]);
  });

  it("is asked for a recovery code in the second step, not for a code of an app that it does not have", async () => {
    fixture.refuse("SECOND_FACTOR_REQUIRED", 401, { methods: ["passkey", "recoveryCode"] });
    const cookie = cookiesIn(await post("/login", credentials))
      .map((each) => each.split(";")[0])
      .join("; ");
    const { body } = await get("/login/second", { cookie });
    expect([
      body.includes('name="recoveryCode"'),
      body.includes('name="totp"'),
      body.includes("data-passkey"),
    ]).toEqual([true, false, true]);
    expect(body).toContain("Utilisez votre clé d’accès");
  });
});

describe("the daily digest", () => {
  const operator = { cookie: cookieOf.operator };
  it("is switched on and off by operators on their own page", async () => {
    const before = (await get("/console/account", operator)).body;
    expect(before).toContain("Recevez chaque matin");
    expect((await post("/console/account/digest", { on: "1" }, operator)).headers.location).toBe(
      "/console/account?saved=1",
    );
    expect((await get("/console/account", operator)).body).toContain("Ne plus le recevoir");
    await post("/console/account/digest", { on: "0" }, operator);
    expect(fixture.acts).toEqual(["digest true", "digest false"]);
  });

  it("is not offered to merchants' people", async () => {
    expect((await get("/account", own)).body).not.toContain('id="digest"');
  });
});

describe("every page", () => {
  it("of operators has its own addresses and its own log-in", async () => {
    await post("/console/login", credentials);
    expect(fixture.acts).toEqual(["operator logIn awa@example.com correct horse - -"]);
    expect((await get("/console/login")).body).toContain("Console des opérateurs");
    expect((await get("/console/account", own)).headers.location).toBe(
      "/console/login?next=%2Fconsole%2Faccount",
    );
    expect((await get("/console/account", { cookie: cookieOf.operator })).statusCode).toBe(200);
    expect(Object.values(accountPaths.operator).every((path) => path.startsWith("/console"))).toBe(true);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site" }],
    ["no page at all", { "sec-fetch-site": "none" }],
    ["an old browser on another site", { "sec-fetch-site": "", origin: "https://evil.example" }],
  ])("refuses a form from %s", async (_title, headers) => {
    const sent = { ...own, ...headers };
    for (const path of ["/login", "/login/forgot", "/reset/good-RESET", "/account/log-ins/end-others"])
      expect((await post(path, { ...credentials, password: "a long new password" }, sent)).statusCode).toBe(
        403,
      );
    expect((await postJson("/login/passkey", { response: {} }, sent)).statusCode).toBe(403);
    expect(fixture.acts).toEqual([]);
  });

  it("takes a form from an old browser on one of our pages", async () => {
    const { app, acts } = fixture;
    const answer = await app.inject({
      method: "POST",
      url: "/account/log-ins/end-others",
      headers: { ...own, origin: publicOrigin, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.statusCode).toBe(303);
    expect(acts).toEqual(["endOtherLogIns"]);
  });

  it("runs no script but ours, is not framed, kept or told to others", async () => {
    for (const [url, headers] of [
      ["/login", {}],
      ["/account", own],
      ["/reset/bad", {}],
    ] as const) {
      const answer = await get(url, headers);
      expect(answer.headers).toMatchObject({
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      });
      expect(answer.body).not.toMatch(/<style|<script(?! src="\/account\/assets\/)| style="| on[a-z]+="/);
    }
  });

  it("loads its style and script under names that change with their bytes", async () => {
    const { body } = await get("/login");
    const paths = [...body.matchAll(/"(\/account\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      const answer = await get(path, { "accept-encoding": "gzip" });
      expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(answer.rawPayload.length).toBeLessThan(4_000);
    }
    expect((await get("/account/assets/other.css")).statusCode).toBe(404);
  });

  it("speaks the language that was chosen, else the browser's, and in the account that of its holder", async () => {
    const chosen = await get("/login?lang=pt", { "accept-language": "en" });
    expect(chosen.body).toContain('<html lang="pt">');
    const cookie = cookiesIn(chosen)[0]?.split(";")[0] ?? "";
    expect((await get("/login", { cookie })).body).toContain('<html lang="pt">');
    expect((await get("/login", { "accept-language": "de, en;q=0.5" })).body).toContain('<html lang="en">');
    expect((await get("/login", { "accept-language": "wo" })).body).toContain('<html lang="fr">');
    expect((await get("/account", { ...own, "accept-language": "en" })).body).toContain('<html lang="fr">');
  });

  it("says that something is broken without saying what", async () => {
    fixture.refuse("SOMETHING_ELSE", 500);
    const { statusCode, body } = await post("/login", credentials);
    expect(statusCode).toBe(500);
    expect(body).toContain("Cela ne marche pas pour le moment");
    expect(body).not.toContain("SOMETHING_ELSE");
  });
});

test("a log-in is shown with the country of its address in the reader's language, where it is known", async () => {
  for (const [locale, country] of [
    ["fr", "Côte d’Ivoire"],
    ["en", "Côte d’Ivoire"],
    ["pt", "Costa do Marfim"],
  ] as const) {
    fixture.change({ locale });
    const { body } = await get("/account", own);
    expect(body).toContain(`${country} (41.202.7.30)`);
    expect(body).toContain("2001:4278::/64");
    expect(body).not.toContain("(2001:4278::/64)");
  }
});

test("names that people typed are text", async () => {
  const name = `"><script>alert(1)</script>\u202e`;
  fixture.change({ name });
  fixture.setPasskeys([{ id: "pky_1", name, createdAtMs: 0, lastUsedAtMs: null }]);
  fixture.setLogIns([
    {
      id: "uss_2",
      isCurrent: false,
      place: name,
      countryCode: null,
      device: name,
      createdAtMs: 0,
      lastSeenAtMs: 0,
    },
  ]);
  const { body } = await get("/account", own);
  expect(body).not.toContain("<script>alert");
  expect(body).toContain("&lt;script>alert(1)");
});
