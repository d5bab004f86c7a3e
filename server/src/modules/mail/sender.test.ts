import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { createRecordingLog } from "../../../test/harness/log.ts";
import { insertRows } from "../../../test/harness/rows.ts";
import { testSeed } from "../../../test/harness/seed.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type TenantId } from "../../kit/ids.ts";
import { type Mailer, MailerError, type OutgoingMail } from "../../kit/mailer.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { createMailModule } from "./index.ts";
import type { Mail, MailContent } from "./types.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const clock = createManualClock(Date.UTC(2026, 10, 22, 10));
const ids = createIdSource(clock, createSeededRandom(testSeed()));
const tenantId = ids.uuid() as TenantId;
const keyring = createTestKeyring();
const notice: MailContent = { kind: "PASSWORD_CHANGED", url: "https://pay.example.com/account", atMs: 0 };
const resetUntil = (usefulUntilMs: number): MailContent => ({
  kind: "PASSWORD_RESET",
  url: "https://pay.example.com/reset/secret-token",
  usefulUntilMs,
});
const mailOf = (content: MailContent): Mail => ({
  tenantId,
  to: { email: "awa@example.com", locale: "en", timeZone: "Africa/Abidjan" },
  content,
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertRows(database.owner, "tenants", [{ id: tenantId, name: "T", createdAtMs: clock.nowMs() }]);
});
afterAll(() => database.drop());
beforeEach(() => database.db.query({ text: "delete from mails" }));

function setUp({ mailer, isSandbox = false }: { mailer?: Mailer | undefined; isSandbox?: boolean } = {}) {
  const { log, lines } = createRecordingLog();
  const { db } = database;
  const publicUrl = "https://pay.example.com";
  const { outbox, jobs } = createMailModule({
    db,
    clock,
    ids,
    keyring,
    log,
    publicUrl,
    mailer,
    isSandbox,
    isPrivate: false,
  });
  return {
    ...outbox,
    lines,
    queue: (content: MailContent) => db.transaction((tx) => outbox.queueMail(tx, mailOf(content))),
    send: () => jobs?.mails?.runOnce() ?? Promise.reject(new Error("there is no loop")),
    watch: () => jobs?.mailWatch?.runOnce() ?? Promise.reject(new Error("there is no loop")),
    clean: () => jobs?.oldMails?.runOnce() ?? Promise.reject(new Error("there is no loop")),
  };
}

function recordingMailer(answers: readonly (Error | null)[] = []) {
  const sent: OutgoingMail[] = [];
  const mailer: Mailer = async (mail) => {
    sent.push(mail);
    const answer = answers[sent.length - 1];
    if (answer != null) throw answer;
  };
  return { sent, mailer };
}

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly problem: string | null;
  readonly hasContent: boolean;
}
const rows = () =>
  database.db.query<Row>({
    text: `select status, attempts, problem, content is not null as "hasContent" from mails order by id`,
  });

describe("a mail and the act that causes it", () => {
  it("commit together", async () => {
    const { sent, mailer } = recordingMailer();
    const { queue, send } = setUp({ mailer });
    await queue(notice);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: "awa@example.com", subject: "Your password has changed" });
    expect(await rows()).toEqual([{ status: "SENT", attempts: 1, problem: null, hasContent: false }]);
  });

  it("roll back together", async () => {
    const { queueMail, send } = setUp(recordingMailer());
    await expect(
      database.db.transaction(async (tx) => {
        await queueMail(tx, mailOf(notice));
        throw new Error("the act fails");
      }),
    ).rejects.toThrow("the act fails");
    expect(await send()).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it("keep recipient and link sealed in the table", async () => {
    const { queue } = setUp(recordingMailer());
    await queue(resetUntil(clock.nowMs() + DAY_MS));
    const [row] = await database.db.query<{ text: string; content: Buffer }>({
      text: "select mails::text as text, content from mails",
    });
    expect(row?.text).not.toMatch(/awa|secret-token/);
    expect(row?.content.toString("latin1")).not.toMatch(/awa|secret-token/);
  });
});

describe("a mail server that does not accept", () => {
  it("is tried again after 1, 5, 15 minutes, 1, 3, 8 and 16 hours, with the same id, and then not any more", async () => {
    const later = new MailerError("later", "451 try again");
    const { sent, mailer } = recordingMailer(Array<Error>(9).fill(later));
    const { queue, send, lines } = setUp({ mailer });
    await queue(notice);
    await send();
    for (const minutes of [1, 5, 15, 60, 180, 480, 960]) {
      clock.advance(minutes * MINUTE_MS - 1);
      expect(await send(), `one millisecond before ${minutes} min`).toBe(0);
      clock.advance(1);
      expect(await send(), `after ${minutes} min`).toBe(1);
    }
    clock.advance(3 * DAY_MS);
    expect(await send()).toBe(0);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent).toHaveLength(8);
    expect(await rows()).toEqual([
      { status: "FAILED", attempts: 8, problem: "451 try again", hasContent: true },
    ]);
    const failures = lines.filter(({ event }) => event === "mail.failed");
    expect(failures).toEqual([
      {
        level: "error",
        event: "mail.failed",
        fields: { mailId: sent[0]?.id, kind: "PASSWORD_CHANGED", attempts: 8, problem: "451 try again" },
      },
    ]);
  });

  it("is not tried again after a refusal for good", async () => {
    const { sent, mailer } = recordingMailer([new MailerError("refused", "550 no such user")]);
    const { queue, send } = setUp({ mailer });
    await queue(notice);
    await send();
    clock.advance(DAY_MS);
    expect(await send()).toBe(0);
    expect(sent).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "FAILED", problem: "550 no such user" }]);
  });

  it("does not get a link that has ended", async () => {
    const { sent, mailer } = recordingMailer([new MailerError("later", "421 busy")]);
    const { queue, send } = setUp({ mailer });
    await queue(resetUntil(clock.nowMs() + MINUTE_MS));
    await queue(resetUntil(clock.nowMs()));
    await send();
    expect(sent).toHaveLength(1);
    // The next try would come when the link ends.
    expect(await rows()).toMatchObject([
      { status: "FAILED", attempts: 1, problem: "421 busy" },
      { status: "FAILED", attempts: 1, problem: "its link ended before it could be sent" },
    ]);
  });
});

describe("processes that send at the same time", () => {
  it("send each mail once", async () => {
    const { sent, mailer } = recordingMailer();
    const senders = [setUp({ mailer }), setUp({ mailer })];
    for (let count = 0; count < 12; count += 1) await senders[0]?.queue(notice);
    while ((await Promise.all(senders.map(({ send }) => send()))).some((done) => done > 0));
    expect(sent).toHaveLength(12);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(12);
  });

  it("take over the mail of one that died, and stop when every try dies", async () => {
    const dying: Mailer = async () => {
      throw new Error("the process dies");
    };
    const { queue, send } = setUp({ mailer: dying });
    await queue(notice);
    await expect(send()).rejects.toThrow("the process dies");
    expect(await rows()).toMatchObject([{ status: "WAITING", attempts: 1 }]);
    const { sent, mailer } = recordingMailer();
    const other = setUp({ mailer });
    clock.advance(2 * MINUTE_MS - 1);
    expect(await other.send()).toBe(0);
    await database.db.query({ text: "update mails set attempts = 8" });
    clock.advance(1);
    expect(await other.send()).toBe(1);
    expect(sent).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "FAILED", problem: "every try was interrupted" }]);
  });

  it("do not end the try of another one", async () => {
    const { queue } = setUp(recordingMailer());
    await queue(notice);
    const slow: Mailer = async () => {
      // Meanwhile the lease has ended, and another process has begun a try.
      await database.db.query({ text: "update mails set attempts = attempts + 1" });
    };
    await setUp({ mailer: slow }).send();
    expect(await rows()).toMatchObject([{ status: "WAITING", attempts: 2, hasContent: true }]);
  });
});

describe("without a mail server", () => {
  it("writes no notices, and refuses mails with a link", async () => {
    const { queue, requireMail, send } = setUp();
    await queue(notice);
    await expect(queue(resetUntil(clock.nowMs() + DAY_MS))).rejects.toMatchObject({
      declaration: { name: "MAIL_NOT_CONFIGURED", status: 503 },
    });
    expect(requireMail).toThrow("no mail server");
    expect(await send()).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it("a sandbox keeps mails to itself, readable", async () => {
    const { queue, requireMail, send } = setUp({ isSandbox: true });
    requireMail();
    await queue(resetUntil(clock.nowMs() + DAY_MS));
    expect(await send()).toBe(1);
    expect(await rows()).toMatchObject([{ status: "SENT", hasContent: true }]);
  });
});

test("mails are removed after 30 days, whatever became of them", async () => {
  const { mailer } = recordingMailer([null, new MailerError("refused", "550"), new Error("dies")]);
  const { queue, send, clean } = setUp({ mailer });
  for (let count = 0; count < 3; count += 1) await queue(notice);
  await expect(send()).rejects.toThrow("dies");
  clock.advance(30 * DAY_MS);
  expect(await clean()).toBe(0);
  clock.advance(1);
  expect(await clean()).toBe(3);
});

test("a mail that waits for more than 45 minutes is in the log, once, and so is the end of it", async () => {
  const { mailer } = recordingMailer();
  const { queue, send, watch, lines } = setUp({ mailer });
  const told = () => lines.filter(({ event }) => event.startsWith("mail.late")).map(({ event }) => event);
  await queue(notice);
  clock.advance(45 * MINUTE_MS);
  await watch();
  expect(told()).toEqual([]);
  clock.advance(1);
  await watch();
  await watch();
  expect(told()).toEqual(["mail.late.began"]);
  await send();
  await watch();
  expect(told()).toEqual(["mail.late.began", "mail.late.ended"]);
});

test("without a mail server nothing is late", async () => {
  const { queue, watch, lines } = setUp();
  await queue(notice);
  clock.advance(DAY_MS);
  await watch();
  expect(lines.filter(({ event }) => event.startsWith("mail.late"))).toEqual([]);
});
