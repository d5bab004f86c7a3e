import { statfs } from "node:fs/promises";
import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Config } from "../config.ts";
import { type Finding, messageOf, ok, spell, unseen, wrong } from "./finding.ts";

const FREE_RATIO_MIN = 0.2;
const CERTIFICATE_SECONDS_MIN = 14 * 86_400;
/** How long another machine may take to answer. */
const PATIENCE_MS = 5_000;
const GIB = 2 ** 30;

/** Room on the disk of the data folder. */
export async function lookAtDisk({
  dataDir,
  databaseUrl,
}: Pick<Config, "dataDir" | "databaseUrl">): Promise<Finding> {
  const name = "the disk has room";
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const seen = `${Math.round((100 * bavail) / blocks)} % free (${((bavail * bsize) / GIB).toFixed(1)} GiB)`;
    return bavail / blocks < FREE_RATIO_MIN
      ? wrong(name, seen, "Make room: a full disk stops every payment. A payment takes 11 to 14 KB.")
      : ok(name, seen);
  } catch (error) {
    // With a database elsewhere there need be no data folder.
    if (databaseUrl !== undefined)
      return unseen(name, "there is no data folder; look at PostgreSQL's own machine");
    return wrong(
      name,
      `DATA_DIR cannot be read: ${messageOf(error)}`,
      "Set DATA_DIR to the service's folder.",
    );
  }
}

/** Whether payers and merchants reach this service by its public address, and how long its certificate lasts. */
export async function lookAtPublicUrl(publicUrl: string | undefined): Promise<readonly Finding[]> {
  const name = "PUBLIC_URL leads here";
  if (publicUrl === undefined) return [unseen(name, "PUBLIC_URL is absent")];
  const cure = "Look at the proxy, the DNS name and the firewall; providers call this address, too.";
  try {
    const answer = await fetch(`${publicUrl}/livez`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: "manual",
    });
    const text = await answer.text();
    if (answer.status !== 200 || !text.includes('"liveness"'))
      return [wrong(name, `/livez there answered ${answer.status}, and not as this service does`, cure)];
  } catch (error) {
    return [wrong(name, `it does not answer: ${messageOf(error)}`, cure)];
  }
  const isTls = publicUrl.startsWith("https:");
  return [ok(name, "it answers"), ...(isTls ? [await lookAtCertificate(publicUrl)] : [])];
}

async function lookAtCertificate(publicUrl: string): Promise<Finding> {
  const name = "the certificate lasts";
  const { hostname, port } = new URL(publicUrl);
  const endsAtMs = await new Promise<number>((resolve) => {
    const socket = connectTls({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve(Date.parse(end));
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("no answer")));
    socket.on("error", () => resolve(Number.NaN));
  });
  if (Number.isNaN(endsAtMs)) return unseen(name, "it could not be read");
  const leftSeconds = (endsAtMs - Date.now()) / 1_000;
  return leftSeconds < CERTIFICATE_SECONDS_MIN
    ? wrong(name, `it ends in ${spell(Math.max(0, leftSeconds))}`, "Repair the renewal at the proxy.")
    : ok(name, `it ends in ${spell(leftSeconds)}`);
}

/** Whether the mail server can be reached. Sends no mail. */
export async function lookAtMail({ smtpUrl }: Pick<Config, "smtpUrl">): Promise<Finding> {
  const name = "the mail server can be reached";
  if (smtpUrl === undefined) return unseen(name, "SMTP_URL is absent: no mail is sent");
  const { host, port } = smtpUrl.reveal();
  const trouble = await new Promise<string | null>((resolve) => {
    const socket = connectPlain({ host, port }, () => {
      socket.destroy();
      resolve(null);
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("no answer")));
    socket.on("error", (error) => resolve(messageOf(error)));
  });
  return trouble === null
    ? ok(name, "it accepts connections")
    : wrong(name, trouble, "Correct SMTP_URL, or let this machine reach the mail server's port.");
}
