/**
 * What a test waits for without a limit of its own.
 * @throws Error with `what` in it after this many milliseconds, so that a failure names the step and not only the test.
 */
export async function inTime<Value>(what: string, ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} takes longer than ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
