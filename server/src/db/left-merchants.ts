/**
 * The numbers of merchants that live in another cell now, as an array. Their rows stay here as the past of this cell, and the
 * database refuses every write of them (decision 85).
 */
const leftNumbers = `array(select unnest(m.numbers) from merchant_moves m
  where m.direction = 'OUT' and m.step in ('SWITCHED', 'THAWED'))`;

/**
 * Whether the merchant of this number still lives in this cell. For what looks for work on rows of many merchants: a loop that found rows of
 * one that has left would be refused, and find them again. PostgreSQL reads the numbers once a statement.
 */
export const stillHere = (merchantNo: string): string => `${merchantNo} <> all (${leftNumbers})`;
