import type { Command, Context } from "../command.ts";
import { connect } from "../connection.ts";
import { CliFailure, exitCodes } from "../failure.ts";

const PROBE_TIMEOUT_MS = 10_000;

export const status: Command = {
  name: "status",
  summary: "Show whether the service is well, and whose key is used",
  example: "cauris status\ncauris status --json",
  run: async (context) => {
    const { output } = context;
    const connection = await connect(context);
    const isReady = await isWell(context, connection.api);
    const caller = await connection.client.apiKeys.caller();
    const version = connection.version();
    const { name, id, mode, merchantId, merchantName, permissions } = caller;
    output.record({ api: connection.api, ready: isReady, version, caller }, [
      ["Service", connection.api],
      ["State", isReady ? "ready" : "not ready"],
      ["Version", version],
      ["Merchant", `${merchantName} (${merchantId})`],
      ["Mode", mode],
      ["Key", `${name ?? "of another merchant"} (${id})`],
      ["May", permissions.join(", ")],
    ]);
    if (!isReady) throw new CliFailure(exitCodes.unavailable, "The service is not ready.");
  },
};

async function isWell({ io }: Pick<Context, "io">, api: string): Promise<boolean> {
  try {
    const answer = await io.fetch(`${api}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch (cause) {
    throw new CliFailure(exitCodes.unavailable, `${api} does not answer.`, { cause });
  }
}
