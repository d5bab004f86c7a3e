import { ApiProblem, NO_ANSWER } from "./problem.ts";
import { type Answer, apiPath, headersOf, readAnswer, type Scope } from "./request.ts";

/**
 * Sends a file as the body, and tells which share of it has left (0 to 1): `fetch` does not say. With the same
 * `idempotencyKey` the same file is stored once, however often it is sent. Throws as `request` does.
 */
export async function sendFile<Data>(
  scope: Scope,
  path: string,
  file: Blob,
  idempotencyKey: string,
  onProgress: (share: number) => void,
): Promise<Answer<Data>> {
  const sent = new XMLHttpRequest();
  sent.open("POST", apiPath(path));
  const headers = { ...headersOf(scope), "content-type": file.type, "idempotency-key": idempotencyKey };
  for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value);
  const response = await new Promise<Response>((answered, failed) => {
    sent.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    sent.onload = () => answered(new Response(sent.responseText, { status: sent.status }));
    sent.onerror = () => failed(new ApiProblem(NO_ANSWER, 0, "The service could not be reached."));
    sent.send(file);
  });
  return readAnswer<Data>(response);
}
