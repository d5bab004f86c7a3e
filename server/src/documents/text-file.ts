import { inTurns, RECORDS_PER_TURN } from "../kit/turns.ts";

/**
 * The texts one behind the other as UTF-8. They are made, joined and encoded some hundred at a time, with turns for other
 * requests between them: tens of thousands would block those for a tenth of a second.
 */
export async function textFile(texts: Iterable<string>, perTurn: number = RECORDS_PER_TURN): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let piece = "";
  await inTurns(
    texts,
    (text, index) => {
      piece += text;
      if ((index + 1) % perTurn !== 0) return;
      pieces.push(Buffer.from(piece, "utf8"));
      piece = "";
    },
    perTurn,
  );
  return Buffer.concat([...pieces, Buffer.from(piece, "utf8")]);
}
