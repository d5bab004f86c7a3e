import { describe, expect, it } from "vitest";
import { png, smallPdf } from "../../../test/harness/onboarding.ts";
import { invalidFields } from "../../../test/harness/refusal.ts";
import type { Id } from "../../kit/ids.ts";
import { documentFile, fileOf } from "./documents.ts";
import { documentTypes, mediaTypes } from "./types.ts";

describe("the first bytes of a file", () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const heads = { "application/pdf": smallPdf, "image/jpeg": jpeg, "image/png": png };
  const check = (head: Buffer, mediaType: string) =>
    invalidFields(() => documentFile.checkHead(head.subarray(0, documentFile.headBytes), mediaType));

  it.each(mediaTypes)("%s is let in as what it is, and as nothing else", (mediaType) => {
    for (const other of mediaTypes) {
      expect(check(heads[mediaType], other), other).toEqual(
        other === mediaType ? null : ["contentType type"],
      );
    }
  });

  it("of nothing that is accepted are refused, whatever it says", () => {
    for (const head of ["<html>", "PK\u0003\u0004", "GIF89a", ""]) {
      for (const mediaType of mediaTypes) {
        expect(check(Buffer.from(head), mediaType), head).toEqual(["content type"]);
      }
    }
  });
});

describe("a download", () => {
  const document = {
    id: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40" as Id<"kybDocument">,
    merchantNo: 7 as never,
    fileName: '../../etc/passwd"\r\nSet-Cookie: x',
    sizeBytes: 3,
    sha256: Buffer.alloc(32),
    acceptedAtMs: null,
    refusedAtMs: null,
    refusalReason: null,
    expiresOn: null,
    version: 1,
    createdAtMs: 0,
    updatedAtMs: 0,
  } as const;

  it.each(documentTypes)("of a %s has a name of our own, with the ending of its kind", (type) => {
    for (const [mediaType, ending] of [
      ["application/pdf", "pdf"],
      ["image/jpeg", "jpg"],
      ["image/png", "png"],
    ] as const) {
      const content = Buffer.from("abc");
      const { file } = fileOf({ document: { ...document, type, mediaType }, content });
      expect(file).toMatchObject({ mediaType, body: content });
      expect(file.fileName).toMatch(/^[a-z_]+-doc_[0-9a-z]{26}\.[a-z]{3}$/);
      expect(file.fileName.startsWith(type.toLowerCase())).toBe(true);
      expect(file.fileName.endsWith(`.${ending}`)).toBe(true);
    }
  });
});
