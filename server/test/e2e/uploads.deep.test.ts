import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { ownerKey, png, smallPdf, uploadBody } from "../harness/onboarding.ts";

/**
 * A document as the body itself: the same file, rules and refusals as in base64, and it is stored completely or not at
 * all.
 */
let app: TestApp;
let otherKey: string;
const documents = "/merchant-owner/onboarding/documents";
const MEGABYTE = 1_024 * 1_024;
const FILE_BYTES_MAX = 5 * MEGABYTE;

/** A PDF of this many bytes, different for each `seed`. */
const pdf = (length: number, seed = "a"): Buffer => {
  const noise = createHash("sha512").update(seed).digest();
  const filling = Buffer.alloc(length - 15, noise);
  return Buffer.concat([Buffer.from("%PDF-1.4\n"), filling, Buffer.from("\n%%EOF")]);
};
const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const reason = ({ body }: Answer): string => body.error?.details.fields?.[0].path ?? "";

interface Upload {
  readonly query?: string;
  readonly type?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const streamOf = (pieces: readonly Buffer[]): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

async function upload(
  body: string | Buffer | readonly Buffer[],
  { query = "?type=OTHER&fileName=other.pdf", type = "application/pdf", apiKey, headers }: Upload = {},
): Promise<Answer> {
  const response = await fetch(`${app.baseUrl}${documents}${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey ?? app.apiKey}`, "content-type": type, ...headers },
    // Pieces are sent without a length.
    ...(Array.isArray(body) ? { body: streamOf(body), duplex: "half" } : { body }),
  } as RequestInit);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const uploadJson = (body: object, headers = {}): Promise<Answer> =>
  app.request("POST", documents, { body, headers });

async function contentOf(id: string): Promise<Buffer> {
  const response = await fetch(`${app.baseUrl}${documents}/${id}/content`, {
    headers: { authorization: `Bearer ${app.apiKey}` },
  });
  return Buffer.from(await response.arrayBuffer());
}

async function stored(): Promise<number> {
  const [row] = await app.owner.query<{ count: bigint }>({
    text: "select count(*) as count from kyb_documents",
  });
  return Number(row?.count);
}

/**
 * Opens an upload by hand and sends `parts` of it; `answer` resolves with the response once the server has ended it or
 * `until` is in it.
 */
function open(headers: string, parts: readonly (string | Buffer)[]) {
  const socket: Socket = connect(Number(new URL(app.origin).port), "127.0.0.1");
  let text = "";
  const heard = (until: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (text.includes(until)) resolve(text);
      };
      socket.on("data", look);
      socket.once("close", () => resolve(text));
      look();
    });
  socket.on("error", () => {});
  socket.on("data", (data) => {
    text += data.toString("latin1");
  });
  socket.write(
    `POST /api/v1${documents}?type=OTHER&fileName=x.pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.apiKey}\r\n` +
      `Content-Type: application/pdf\r\n${headers}\r\n\r\n`,
  );
  for (const part of parts) socket.write(part);
  return { socket, heard };
}

beforeAll(async () => {
  app = await startTestApp();
  const operator = (await app.operator()).token;
  const made = await app.request("POST", "/tenant/merchants", {
    apiKey: operator,
    body: { displayName: "Voisine", countryCode: "CI" },
  });
  otherKey = await ownerKey(app, { operator, merchantId: made.body.data.id, mode: "SANDBOX" });
}, 60_000);
afterAll(() => app?.stop());

describe("a document sent as the body itself", () => {
  it.each<readonly [string, Buffer, string]>([
    ["a small PDF", smallPdf, "application/pdf"],
    ["a picture", png, "image/png"],
    ["five megabytes", pdf(FILE_BYTES_MAX), "application/pdf"],
  ])("of %s is the document that its base64 is", async (_name, content, contentType) => {
    const raw = await upload(content, {
      query: "?type=PROOF_OF_ADDRESS&fileName=facture%20d%C3%A9cembre.pdf",
      type: contentType,
    });
    const json = await uploadJson({
      ...uploadBody("PROOF_OF_ADDRESS", content, contentType),
      fileName: "facture décembre.pdf",
    });
    expect([code(raw), code(json)]).toEqual(["201", "201"]);
    const { id, ...view } = raw.body.data;
    const { id: jsonId, ...jsonView } = json.body.data;
    expect(view).toEqual(jsonView);
    expect(view).toMatchObject({
      type: "PROOF_OF_ADDRESS",
      fileName: "facture décembre.pdf",
      contentType,
      sizeBytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    });
    expect((await contentOf(id)).equals(content)).toBe(true);
    expect((await contentOf(jsonId)).equals(content)).toBe(true);
    const inJson = await app.request("GET", `${documents}/${id}/content?format=json`);
    expect(inJson.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(inJson.body).toEqual({
      success: true,
      data: {
        object: "kyb_document_content",
        documentId: id,
        mode: "SANDBOX",
        contentType,
        content: content.toString("base64"),
      },
      error: null,
      meta: null,
    });
  });

  it("may hold what looks like a card number, which its name may not", async () => {
    const card = "4111111111111111";
    const content = Buffer.concat([Buffer.from(`%PDF-1.4\n${card}`), Buffer.from("\n%%EOF")]);
    expect(code(await upload(content))).toBe("201");
    const named = await upload(content, { query: `?type=OTHER&fileName=${card}.pdf` });
    expect(code(named)).toBe("400 CARD_DATA_NOT_ALLOWED");
  });

  it("is taken without its length, in pieces", async () => {
    const content = pdf(300_000);
    const pieces = Array.from({ length: 10 }, (_, index) =>
      content.subarray(index * 30_000, (index + 1) * 30_000),
    );
    const raw = await upload(pieces);
    expect(code(raw)).toBe("201");
    expect((await contentOf(raw.body.data.id)).equals(content)).toBe(true);
  });

  it.each<readonly [string, () => Promise<Answer>, string, string]>([
    ["no type", () => upload(smallPdf, { query: "?fileName=x.pdf" }), "400 VALIDATION_ERROR", "type"],
    ["no name", () => upload(smallPdf, { query: "?type=OTHER" }), "400 VALIDATION_ERROR", "fileName"],
    [
      "an unknown type",
      () => upload(smallPdf, { query: "?type=X&fileName=x" }),
      "400 VALIDATION_ERROR",
      "type",
    ],
    [
      "a type twice",
      () => upload(smallPdf, { query: "?type=OTHER&type=OTHER&fileName=x" }),
      ...(["400 VALIDATION_ERROR", "type"] as const),
    ],
    [
      "its file in the query, too",
      () => upload(smallPdf, { query: "?type=OTHER&fileName=x&content=QUJD" }),
      ...(["400 VALIDATION_ERROR", "content"] as const),
    ],
    [
      "an unknown parameter",
      () => upload(smallPdf, { query: "?type=OTHER&fileName=x&note=y" }),
      ...(["400 VALIDATION_ERROR", "note"] as const),
    ],
    ["nothing in it", () => upload(""), "400 VALIDATION_ERROR", "content"],
    ["a page in it", () => upload("<html>a page of some length</html>"), "400 VALIDATION_ERROR", "content"],
    ["another kind of file in it", () => upload(png), "400 VALIDATION_ERROR", "contentType"],
    ["no end", () => upload(pdf(5_000).subarray(0, 3_000)), "400 VALIDATION_ERROR", "content"],
    ["a byte too many", () => upload(pdf(FILE_BYTES_MAX + 1)), "413 PAYLOAD_TOO_LARGE", ""],
    [
      "a byte too many, and no length",
      () => upload([pdf(FILE_BYTES_MAX + 1)]),
      ...(["413 PAYLOAD_TOO_LARGE", ""] as const),
    ],
    [
      "a kind that is not taken",
      () => upload("GIF89a", { type: "image/gif" }),
      ...(["415 UNSUPPORTED_MEDIA_TYPE", ""] as const),
    ],
    [
      "compressed bytes",
      () => upload(smallPdf, { headers: { "content-encoding": "gzip" } }),
      ...(["415 UNSUPPORTED_MEDIA_TYPE", ""] as const),
    ],
    ["a wrong key", () => upload(smallPdf, { apiKey: "svc_mk_sandbox_x" }), "401 Invalid API key", ""],
  ])("with %s is refused, and nothing is kept", async (_name, send, expected, field) => {
    const before = await stored();
    const answer = await send();
    expect([code(answer), reason(answer)]).toEqual([expected, field]);
    expect(await stored()).toBe(before);
  });

  it.each([
    ["another kind of file", { type: "image/gif" }],
    ["no media type", { type: "" }],
    ["a coding", { headers: { "content-encoding": "gzip" } }],
    ["JSON in another character set", { type: "application/json; charset=utf-16", query: "" }],
  ])("with %s is told what is taken", async (_name, options) => {
    const { body } = await upload(smallPdf, options);
    expect([body.error.message, body.error.details.mediaTypes]).toEqual([
      "The body must have the Content-Type application/pdf, image/jpeg, image/png or application/json in UTF-8, without Content-Encoding.",
      ["application/pdf", "image/jpeg", "image/png", "application/json"],
    ]);
  });

  it("is refused by its first bytes, while the rest is still to come", async () => {
    const { socket, heard } = open("Content-Length: 5000000", ["<html><body>not a PDF at all"]);
    expect(await heard("VALIDATION_ERROR")).toContain("HTTP/1.1 400");
    socket.destroy();
  });

  it("is taken by the operation that takes files, and by no other", async () => {
    const answer = await fetch(`${app.baseUrl}/checkout/sessions`, {
      method: "POST",
      headers: { authorization: `Bearer ${app.apiKey}`, "content-type": "application/pdf" },
      body: smallPdf,
    });
    expect(answer.status).toBe(415);
    expect((await answer.json()).error.message).toBe(
      "The body must have the Content-Type application/json in UTF-8, without Content-Encoding.",
    );
  });

  it("belongs to its merchant", async () => {
    const { id } = (await upload(smallPdf)).body.data;
    const asOther = await app.request("GET", `${documents}/${id}`, { apiKey: otherKey });
    expect(code(asOther)).toBe("404 RESOURCE_NOT_FOUND");
  });
});

describe("a document sent within JSON", () => {
  it.each<readonly [string, () => string]>([
    ["slashes escaped, as PHP does", () => pdf(400_000, "php").toString("base64").replaceAll("/", "\\/")],
    ["signs escaped, as .NET does", () => pdf(400_000, "net").toString("base64").replaceAll("+", "\\u002B")],
  ])("with its %s is the same file", async (_name, spell) => {
    const content = spell();
    expect(content).toContain("\\");
    const { content: _short, ...rest } = uploadBody("OTHER");
    const answer = await upload(`${JSON.stringify(rest).slice(0, -1)},"content":"${content}"}`, {
      query: "",
      type: "application/json",
    });
    expect(code(answer)).toBe("201");
    const expected = Buffer.from(JSON.parse(`"${content}"`) as string, "base64");
    expect((await contentOf(answer.body.data.id)).equals(expected)).toBe(true);
  });

  it.each<readonly [string, () => Promise<Answer>, string, string]>([
    [
      "parameters beside it",
      () => upload(JSON.stringify(uploadBody("OTHER")), { type: "application/json" }),
      ...(["400 VALIDATION_ERROR", "type"] as const),
    ],
    [
      "a hash in place of the file",
      () => uploadJson({ ...uploadBody("OTHER"), content: `sha256:${"a".repeat(64)}` }),
      ...(["400 VALIDATION_ERROR", "content"] as const),
    ],
    [
      "long text that is no base64",
      () => uploadJson({ ...uploadBody("OTHER"), content: "é".repeat(200_000) }),
      ...(["400 VALIDATION_ERROR", "content"] as const),
    ],
    [
      "a name as long as a file",
      () => uploadJson({ ...uploadBody("OTHER"), fileName: "n".repeat(200_000) }),
      ...(["413 PAYLOAD_TOO_LARGE", ""] as const),
    ],
    [
      "a field too many beside a large file",
      () => uploadJson({ ...uploadBody("OTHER", pdf(300_000)), note: "x" }),
      ...(["400 VALIDATION_ERROR", "note"] as const),
    ],
    [
      "a card number in the name of a large file",
      () => uploadJson({ ...uploadBody("OTHER", pdf(300_000)), fileName: "4111111111111111" }),
      ...(["400 CARD_DATA_NOT_ALLOWED", ""] as const),
    ],
  ])("with %s is refused, and nothing is kept", async (_name, send, expected, field) => {
    const before = await stored();
    const answer = await send();
    expect([code(answer), reason(answer)]).toEqual([expected, field]);
    expect(await stored()).toBe(before);
  });
});

describe("an upload that is repeated", () => {
  const content = pdf(400_000, "once");
  const body = { ...uploadBody("OTHER", content), fileName: "other.pdf" };
  const headers = { "idempotency-key": "scan-of-tuesday" };

  it("has one effect and one answer, in either form", async () => {
    const before = await stored();
    const first = await upload(content, { headers });
    expect([code(first), first.headers.get("idempotency-replayed")]).toEqual(["201", null]);
    for (const again of [await upload(content, { headers }), await uploadJson(body, headers)]) {
      expect([code(again), again.headers.get("idempotency-replayed")]).toEqual(["201", "true"]);
      expect(again.body.data).toEqual(first.body.data);
    }
    expect(await stored()).toBe(before + 1);
  });

  it("with another file, name or type under the same key is refused, in either form", async () => {
    for (const other of [
      await upload(pdf(400_000, "twice"), { headers }),
      await upload(content, { headers, query: "?type=OTHER&fileName=another.pdf" }),
      await upload(content, { headers, query: "?type=BANK_STATEMENT&fileName=other.pdf" }),
      await uploadJson({ ...body, content: pdf(400_000, "twice").toString("base64") }, headers),
    ]) {
      expect(code(other)).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
    }
  });

  it("at the same time is kept once", async () => {
    const before = await stored();
    const twins = { headers: { "idempotency-key": "twins" } };
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(content, twins)));
    expect(answers.every((one) => ["201", "409 IDEMPOTENCY_REQUEST_IN_PROGRESS"].includes(code(one)))).toBe(
      true,
    );
    expect(answers.some((one) => code(one) === "201")).toBe(true);
    expect(await stored()).toBe(before + 1);
  });

  it("by another merchant is its own", async () => {
    const theirs = await upload(content, { headers, apiKey: otherKey });
    expect([code(theirs), theirs.headers.get("idempotency-replayed")]).toEqual(["201", null]);
  });
});

describe("an upload that does not end", () => {
  const half = pdf(2 * MEGABYTE).subarray(0, MEGABYTE);

  it.each([
    ["its length", `Content-Length: ${2 * MEGABYTE}`, half],
    ["the end of its pieces", "Transfer-Encoding: chunked", `5\r\n%PDF-\r\n`],
  ])(
    "because the client goes before %s leaves nothing, and holds nobody up",
    async (_name, headers, part) => {
      const before = await stored();
      const { socket } = open(headers, [part]);
      await new Promise<void>((resolve) => {
        socket.write("", () => socket.end(() => resolve()));
      });
      socket.destroy();
      expect(code(await upload(pdf(400_000)))).toBe("201");
      expect(await stored()).toBe(before + 1);
    },
  );

  it("because the client is slow is ended, and others are served meanwhile", async () => {
    const before = await stored();
    const slow = open(`Content-Length: ${2 * MEGABYTE}`, [half]);
    expect(code(await upload(pdf(400_000)))).toBe("201");
    expect(await slow.heard("REQUEST_TIMEOUT")).toContain("HTTP/1.1 408");
    expect(await stored()).toBe(before + 1);
  }, 30_000);
});
