import { setTimeout as sleep } from "node:timers/promises";

/** A stream as a client sees it. */
export interface TestStream {
  readonly response: Response;
  /** What was read so far, once `enough` says so; fails after some seconds. */
  until(enough: (messages: readonly StreamedMessage[]) => boolean): Promise<readonly StreamedMessage[]>;
  /** The text as it was sent. */
  text(): string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface StreamedMessage {
  readonly position: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  readonly data: any;
}

const PATIENCE_MS = 5_000;
const STEP_MS = 5;

/** Opens a stream over HTTP. Rejects nothing: a refusal is in `response`. */
export async function openStream(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<TestStream> {
  const abort = new AbortController();
  const response = await fetch(url, {
    headers: { accept: "text/event-stream", ...headers },
    signal: abort.signal,
  });
  let text = "";
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  };
  const ended = response.ok ? read().catch(() => {}) : Promise.resolve();
  return {
    response,
    ended,
    text: () => text,
    until: async (enough) => {
      for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
        const messages = messagesIn(text);
        if (enough(messages)) return messages;
        await sleep(STEP_MS);
      }
      throw new Error(`the stream never said enough: ${text}`);
    },
    close: () => abort.abort(),
  };
}

function messagesIn(text: string): readonly StreamedMessage[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .flatMap((block) => {
      const lines = block.split("\n");
      const fieldOf = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const [position, data] = [fieldOf("id"), fieldOf("data")];
      return position === undefined || data === undefined ? [] : [{ position, data: JSON.parse(data) }];
    });
}
