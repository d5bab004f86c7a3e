import { legalExample, uploadExample } from "../../src/modules/onboarding/examples.ts";
import type { Answer, TestApp } from "./app.ts";

export const smallPdf = Buffer.from(uploadExample.content, "base64");
/** A picture of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/** What uploads a file. */
export const uploadBody = (type: string, content: Buffer = smallPdf, contentType = "application/pdf") => ({
  type,
  fileName: `${type.toLowerCase()}.${contentType.slice(-3)}`,
  contentType,
  content: content.toString("base64"),
});

/** Writes a whole dossier, and sends each document that it still lacks. Returns the dossier. */
export async function fillDossier(
  app: Pick<TestApp, "request">,
  apiKey: string,
  { papers = true }: { readonly papers?: boolean } = {},
): Promise<Answer["body"]> {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer["body"]> => {
    const answer = await app.request(method, `/merchant-owner/onboarding${path}`, {
      apiKey,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const dossier = await send("PATCH", "", legalExample);
  if (!papers) return dossier;
  for (const { kind, name, status } of dossier.requirements) {
    if (kind === "DOCUMENT" && status === "MISSING") await send("POST", "/documents", uploadBody(name));
  }
  return send("GET", "");
}
