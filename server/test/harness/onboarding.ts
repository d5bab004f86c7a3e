import { legalExample, uploadExample } from "../../src/modules/onboarding/examples.ts";
import type { Answer, TestApp } from "./app.ts";

export const smallPdf = Buffer.from(uploadExample.content, "base64");
/** A picture of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/** The body of an upload. */
export const uploadBody = (type: string, content: Buffer = smallPdf, contentType = "application/pdf") => ({
  type,
  fileName: `${type.toLowerCase()}.${contentType.slice(-3)}`,
  contentType,
  content: content.toString("base64"),
});

/** The owner's key of a merchant that has none: read in the sandbox, fetched by its link in live mode. */
export async function ownerKey(
  app: Pick<TestApp, "request">,
  { operator, merchantId, mode }: { operator: string; merchantId: string; mode: "SANDBOX" | "LIVE" },
): Promise<string> {
  const path = `/tenant/merchants/${merchantId}/api-keys`;
  const permissions = ["merchant.apikeys.manage", "merchant.profile.manage"];
  const handed = await app.request("POST", path, {
    apiKey: operator,
    body: { mode, name: "First", permissions },
  });
  if (handed.status !== 201) throw new Error(JSON.stringify(handed.body));
  const { key, claim } = handed.body.data;
  if (mode === "SANDBOX") return key;
  const token = claim.url.split("/").at(-1);
  const claimed = await app.request("POST", "/merchant/api-key-claims", { apiKey: null, body: { token } });
  if (claimed.status !== 200) throw new Error(JSON.stringify(claimed.body));
  return claimed.body.data.key;
}

/** Writes a complete dossier, and uploads each missing document. Returns the dossier. */
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
