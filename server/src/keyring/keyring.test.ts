import { createCipheriv, createHmac, createSecretKey } from "node:crypto";
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { systemClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { Secret } from "../kit/secret.ts";
import { SLICE_BYTES } from "../kit/slices.ts";
import { decrypt, decryptInSlices, encrypt } from "./cipher.ts";
import { type KeyringDeps, openKeyring, rewrap } from "./keyring.ts";
import { type MasterKey, MasterKeyError, masterKeyFromFolder, parseMasterKey } from "./master-key.ts";

const random = createSystemRandom();
const newMaster = (): MasterKey => new Secret(random.bytes(32));
let database: TestDatabase;
let deps: KeyringDeps;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = {
    db: database.db,
    clock: systemClock,
    ids: createIdSource(systemClock, random),
    random,
    cell: null,
  };
});
beforeEach(async () => {
  await database.owner.query({ text: "delete from data_keys" });
});
afterAll(() => database.drop());

describe("sealed values", () => {
  test.each([["text"], [""], ["é😀"], ["x".repeat(100_000)]])("open as they were: %.10s", async (text) => {
    const keyring = await openKeyring(deps, newMaster());
    expect(keyring.open(keyring.seal(text, "t.c 1"), "t.c 1").toString("utf8")).toBe(text);
  });

  test("differ each time, and show nothing of the text", async () => {
    const keyring = await openKeyring(deps, newMaster());
    const [first, second] = [keyring.seal("whsec_abcdef", "t.c 1"), keyring.seal("whsec_abcdef", "t.c 1")];
    expect(first).not.toEqual(second);
    expect(first.toString("latin1")).not.toContain("whsec");
  });

  test("are refused in another row or column, cut, or with any byte changed", async () => {
    const keyring = await openKeyring(deps, newMaster());
    const sealed = keyring.seal("payer", "charges.payer 1 a");
    expect(() => keyring.open(sealed, "charges.payer 1 b")).toThrow();
    expect(() => keyring.open(sealed, "refunds.payer 1 a")).toThrow();
    expect(() => keyring.open(Buffer.alloc(0), "charges.payer 1 a")).toThrow();
    expect(() => keyring.open(sealed.subarray(0, -1), "charges.payer 1 a")).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => keyring.open(altered, "charges.payer 1 a")).toThrow();
    }
  });
});

describe("a sealed file", () => {
  test.each([0, 1, SLICE_BYTES - 1, SLICE_BYTES, 2 * SLICE_BYTES + 1])(
    "of %i bytes opens like any other value",
    async (length) => {
      const keyring = await openKeyring(deps, newMaster());
      const content = Buffer.alloc(length, "a scan ");
      const sealed = await keyring.sealFile(content, "files.content 1");
      expect(keyring.open(sealed, "files.content 1").equals(content)).toBe(true);
      expect(sealed.length).toBe(keyring.seal(content, "files.content 1").length);
      expect(() => keyring.open(sealed, "files.content 2")).toThrow();
      sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
      expect(() => keyring.open(sealed, "files.content 1")).toThrow();
    },
  );
});

describe("a file that is opened", () => {
  const context = "files.content 1";
  const contentOf = (length: number) => Buffer.alloc(length, "a scan ");

  test.each([0, 1, SLICE_BYTES, 2 * SLICE_BYTES + 1])("of %i bytes is what was sealed", async (length) => {
    const keyring = await openKeyring(deps, newMaster());
    const sealed = await keyring.sealFile(contentOf(length), context);
    expect((await keyring.openFile(sealed, context)).equals(contentOf(length))).toBe(true);
  });

  test("under another context, cut, or with a byte changed is refused", async () => {
    const keyring = await openKeyring(deps, newMaster());
    const sealed = await keyring.sealFile(contentOf(200_000), context);
    for (const index of [0, 1, 50, 60, 100_000, sealed.length - 1]) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 1;
      await expect(keyring.openFile(altered, context)).rejects.toThrow();
    }
    await expect(keyring.openFile(Buffer.from(sealed), "files.content 2")).rejects.toThrow();
    await expect(keyring.openFile(Buffer.from(sealed.subarray(0, -1)), context)).rejects.toThrow();
    await expect(keyring.openFile(Buffer.alloc(0), context)).rejects.toThrow();
  });

  test("takes a turn of the event loop for each slice", async () => {
    const key = createSecretKey(random.bytes(32));
    const sealed = encrypt(key, Buffer.alloc(10_000, "scan"), "t.c 1", random);
    let turns = 0;
    const watch = (): void => {
      turns += 1;
      watching = setImmediate(watch);
    };
    let watching = setImmediate(watch);
    const opened = await decryptInSlices(key, sealed, "t.c 1", 1_000);
    clearImmediate(watching);
    expect(opened.equals(Buffer.alloc(10_000, "scan"))).toBe(true);
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});

describe("the form of sealed values", () => {
  const key = createSecretKey(random.bytes(32));
  /** As the first release sealed: under a key derived from the context. */
  const sealedBefore = (text: string, context: string): Buffer => {
    const nonce = random.bytes(12);
    const cipher = createCipheriv("aes-256-gcm", createHmac("sha256", key).update(context).digest(), nonce);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]);
  };

  test("holds a key of its own for each value, 69 bytes before the text", () => {
    const [first, second] = ["text", "text"].map((text) =>
      encrypt(key, Buffer.from(text), "t.c 1 1", random),
    );
    expect([first?.[0], first?.length]).toEqual([2, 69 + 4]);
    expect(first?.subarray(1, 41)).not.toEqual(second?.subarray(1, 41));
  });

  test("the one before still opens, under the context that it was sealed under, and is refused when altered", async () => {
    const sealed = sealedBefore("kept", "charges.payer.1");
    expect(decrypt(key, sealed, "charges.payer.1").toString()).toBe("kept");
    expect(decrypt(key, sealed, "charges.payer 7 1", "charges.payer.1").toString()).toBe("kept");
    expect(() => decrypt(key, sealed, "charges.payer 7 1")).toThrow();
    expect((await decryptInSlices(key, Buffer.from(sealed), "charges.payer.1")).toString()).toBe("kept");
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 3;
      expect(() => decrypt(key, altered, "charges.payer.1")).toThrow();
    }
  });

  test("the former context opens nothing that is sealed now", () => {
    const sealed = encrypt(key, Buffer.from("x"), "charges.payer.1", random);
    expect(() => decrypt(key, sealed, "charges.payer 7 1", "charges.payer.1")).toThrow();
  });

  test("two values do not open with each other's keys", () => {
    const [first, second] = ["one", "two"].map((text) => encrypt(key, Buffer.from(text), "t.c 1 1", random));
    if (first === undefined || second === undefined) throw new Error("both are there");
    const mixed = Buffer.concat([first.subarray(0, 41), second.subarray(41)]);
    expect(() => decrypt(key, mixed, "t.c 1 1")).toThrow();
  });
});

describe("the keyring", () => {
  test("is the same for every process and after a restart", async () => {
    const master = newMaster();
    const [first, second] = await Promise.all([openKeyring(deps, master), openKeyring(deps, master)]);
    const third = await openKeyring(deps, master);
    const sealed = first.seal("x", "c");
    for (const keyring of [second, third]) {
      expect(keyring.open(sealed, "c").toString()).toBe("x");
      expect(keyring.mac("phone", "+225")).toEqual(first.mac("phone", "+225"));
    }
  });

  test("gives another hash for another purpose, text and database", async () => {
    const keyring = await openKeyring(deps, newMaster());
    const hashes = [
      keyring.mac("phone", "a"),
      keyring.mac("form", "a"),
      keyring.mac("session-id", "a"),
      keyring.mac("phone", "b"),
    ];
    expect(new Set(hashes.map((hash) => hash.toString("hex"))).size).toBe(4);
    expect(hashes[0]).toHaveLength(32);
    await database.owner.query({ text: "delete from data_keys" });
    expect((await openKeyring(deps, newMaster())).mac("phone", "a")).not.toEqual(hashes[0]);
  });

  test("leaves no key readable in the table", async () => {
    const master = newMaster();
    await openKeyring(deps, master);
    const rows = await database.db.query<{ wrapped: Buffer }>({ text: "select wrapped from data_keys" });
    expect(rows).toHaveLength(4);
    for (const { wrapped } of rows) expect(wrapped.includes(master.reveal())).toBe(false);
  });

  test("does not open with a wrong master key, and says what to do", async () => {
    await openKeyring(deps, newMaster());
    const opening = openKeyring(deps, newMaster());
    await expect(opening).rejects.toThrow(MasterKeyError);
    await expect(opening).rejects.toThrow(/set MASTER_KEY/);
    expect(await database.db.query({ text: "select 1 from data_keys" })).toHaveLength(4);
  });

  test("does not open with a data key moved to another purpose", async () => {
    const master = newMaster();
    await openKeyring(deps, master);
    await database.db.query({
      text: "update data_keys set wrapped = (select wrapped from data_keys where purpose = 'form') where purpose = 'phone'",
    });
    await expect(openKeyring(deps, master)).rejects.toThrow(MasterKeyError);
  });
});

describe("a change of the master key", () => {
  test("keeps every sealed value, shuts the old key out, and can be run again", async () => {
    const [from, to] = [newMaster(), newMaster()];
    const before = await openKeyring(deps, from);
    const sealed = before.seal("kept", "c");
    const after = await openKeyring(deps, to, from);
    expect(after.open(sealed, "c").toString()).toBe("kept");
    // A process that still runs with the old master key continues.
    expect(before.open(after.seal("new", "c"), "c").toString()).toBe("new");
    await expect(openKeyring(deps, from)).rejects.toThrow(MasterKeyError);
    expect(await rewrap(database.db, random, from, to)).toBe(0);
  });

  test("goes on where a broken one stopped", async () => {
    const [from, to] = [newMaster(), newMaster()];
    const sealed = (await openKeyring(deps, from)).seal("kept", "c");
    const half = await database.db.query<{ purpose: string; wrapped: Buffer }>({
      text: "select purpose, wrapped from data_keys where purpose in ('phone', 'form')",
    });
    await rewrap(database.db, random, from, to);
    for (const { purpose, wrapped } of half) {
      await database.db.query({
        text: "update data_keys set wrapped = $2 where purpose = $1",
        values: [purpose, wrapped],
      });
    }
    expect(await rewrap(database.db, random, from, to)).toBe(2);
    expect((await openKeyring(deps, to)).open(sealed, "c").toString()).toBe("kept");
  });

  test("with a wrong previous key changes nothing", async () => {
    const from = newMaster();
    await openKeyring(deps, from);
    await expect(openKeyring(deps, newMaster(), newMaster())).rejects.toThrow(MasterKeyError);
    await openKeyring(deps, from);
  });
});

describe("the master key in the data folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cauris-keyring-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("is made once, for its owner only, and read again", async () => {
    const keys = await Promise.all([
      masterKeyFromFolder(folder, random),
      masterKeyFromFolder(folder, random),
    ]);
    const again = await masterKeyFromFolder(folder, random);
    for (const key of keys) expect(key.reveal()).toEqual(again.reveal());
    expect((await stat(join(folder, "master.key"))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["master.key"]);
  });
  test("is refused when others can read it", async () => {
    await masterKeyFromFolder(folder, random);
    await chmod(join(folder, "master.key"), 0o644);
    await expect(masterKeyFromFolder(folder, random)).rejects.toThrow(/chmod 600/);
  });
  test("is refused when it is no key", async () => {
    await writeFile(join(folder, "master.key"), "hello", { mode: 0o600 });
    await expect(masterKeyFromFolder(folder, random)).rejects.toThrow(/does not hold a key/);
  });
});

test.each([
  ["64 hexadecimal digits", "ab".repeat(32), true],
  ["base64", Buffer.alloc(32, 7).toString("base64"), true],
  ["base64url without padding", Buffer.alloc(32, 255).toString("base64url"), true],
  ["31 bytes", Buffer.alloc(31).toString("base64"), false],
  ["33 bytes", Buffer.alloc(33).toString("base64"), false],
  ["a passphrase", "correct horse battery staple correct horse!", false],
  ["nothing", "", false],
])("%s as a master key", (_name, text, good) => {
  expect(parseMasterKey(text) !== null).toBe(good);
});
