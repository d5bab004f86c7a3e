import type { FastifyReply } from "fastify";
import { encodeBase64 } from "./base64-slices.ts";
import type { SuccessEnvelope } from "./envelope.ts";
import type { EmbeddedFile } from "./route.ts";

/** Replaces the file while the rest is written. */
const MARK = "(the file)";

/**
 * The JSON answer with a file in base64 in one of its fields. A serializer would look at each of its letters, and the socket
 * encode them once more, in one turn of the event loop; here they are written slice by slice into the bytes that are sent.
 */
export async function embedFile(
  reply: FastifyReply,
  envelope: SuccessEnvelope<object>,
  { field, bytes }: EmbeddedFile,
): Promise<Buffer> {
  const json = reply.serialize({ ...envelope, data: { ...envelope.data, [field]: MARK } }) as string;
  const [before, after, more] = json.split(JSON.stringify(MARK));
  if (before === undefined || after === undefined || more !== undefined)
    throw new Error(`the answer holds no field ${field}, or its mark twice`);
  const base64 = await encodeBase64(bytes);
  reply.type("application/json; charset=utf-8");
  return Buffer.concat([Buffer.from(`${before}"`), base64, Buffer.from(`"${after}`)]);
}
