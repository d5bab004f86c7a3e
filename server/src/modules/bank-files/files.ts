import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { ReceivedFile } from "../../http/file-rule.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { equalTo, namedBy, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import { sha256 } from "../../kit/secret.ts";
import type { Routing } from "../routing/index.ts";
import { bankFileErrors } from "./errors.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import type { StatedEntry } from "./formats/types.ts";
import { readGivenEntries } from "./given-entries.ts";
import { type IntakeDeps, type Origin, prepareEntries, takeEntries } from "./intake.ts";
import { checkAbout, readBankFile } from "./read-file.ts";
import type { EntriesBody, FileListQuery, UploadBody } from "./schemas.ts";
import * as store from "./store.ts";
import { takeReport } from "./take-report.ts";
import { type BankAccountRow, type BankFile, fileProviders } from "./types.ts";
import { bankFileView } from "./view.ts";

export interface BankFilesDeps extends IntakeDeps {
  readonly routing: Pick<Routing, "providerAccount">;
  /** Called after a commit that matched movements. */
  readonly wakeNotifier: () => void;
}

export type BankFiles = ReturnType<typeof createBankFiles>;

/** Files of banks: handed in by operators, or as single movements by a program of theirs. */
export function createBankFiles(deps: BankFilesDeps) {
  const { db, clock, keyring } = deps;

  /** Refuses with RESOURCE_NOT_FOUND an account that is not the tenant's, or of a provider without files. */
  const accountOf = async (tenantId: TenantId, text: string): Promise<BankAccountRow> => {
    const id = parsePublicId("providerAccount", text);
    const account = id === null ? null : await store.findAccount(db, id);
    if (account?.tenantId !== tenantId || !fileProviders.includes(account.provider))
      throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
    return account;
  };

  /** Runs one intake under the request's key, and tells whom it concerns. */
  const take = async (
    { operator, claim }: OperatorRequest,
    account: BankAccountRow,
    intake: (tx: Transaction, nowMs: number) => Promise<BankFile>,
  ) => {
    const nowMs = clock.nowMs();
    const options = { claim, merchantNo: operator.scopeNo, owner: account.id, nowMs, status: 201 } as const;
    const view = await once(db, keyring, options, async (tx) =>
      bankFileView(await refused(() => intake(tx, nowMs))),
    );
    deps.wakeNotifier();
    deps.orders.announce();
    return view;
  };

  const takeStated = async (
    asked: OperatorRequest,
    account: BankAccountRow,
    stated: readonly StatedEntry[],
    origin: Omit<Origin, "receivedBy" | "actor">,
  ) => {
    const prepared = await prepareEntries(deps, account, stated);
    const from = { ...origin, ...receiverOf(asked) };
    return take(asked, account, (tx, nowMs) => takeEntries(tx, deps, account, from, prepared, nowMs));
  };

  const find = async (tenantId: TenantId, text: string): Promise<BankFile> => {
    const id = parsePublicId("bankFile", text);
    const [file] = id === null ? [] : await store.readFiles(db, tenantId, [id]);
    if (file === undefined) throw errors.RESOURCE_NOT_FOUND();
    return file;
  };

  return {
    /**
     * Takes a statement, or the bank's answer to a file of ours. Refuses with RESOURCE_NOT_FOUND, BANK_FILE_REFUSED a file
     * that cannot be read or is about another account or an unknown file, BANK_FILE_ALREADY_TAKEN.
     */
    upload: async (asked: OperatorRequest, body: UploadBody, file: ReceivedFile | null) => {
      if (file === null) throw new Error("an upload was let in without its file");
      const account = await accountOf(asked.operator.tenantId, body.providerAccountId);
      const read = await refused(() => readBankFile(file.bytes));
      const origin = { digest: file.sha256, source: "UPLOAD", fileName: body.fileName } as const;
      if (read.kind === "report") {
        const from = { ...origin, ...receiverOf(asked) };
        return take(asked, account, (tx, nowMs) => takeReport(tx, deps, account, from, read.report, nowMs));
      }
      const number = await numberOf(deps, account);
      const { format, entries } = await refused(async () => checkAbout(read.statement, number));
      return takeStated(asked, account, entries, { ...origin, format });
    },

    /** Takes single movements. Refuses as `upload` does. */
    takeGiven: async (asked: OperatorRequest, body: EntriesBody) => {
      const account = await accountOf(asked.operator.tenantId, body.providerAccountId);
      const entries = await refused(async () => readGivenEntries(body.entries));
      const digest = sha256(JSON.stringify(body.entries));
      const origin = { digest, source: "API", fileName: null, format: "ENTRIES" } as const;
      return takeStated(asked, account, entries, origin);
    },

    get: async ({ tenantId }: OperatorCaller, text: string) => bankFileView(await find(tenantId, text)),

    list: async ({ tenantId }: OperatorCaller, query: FileListQuery) => {
      const { ids: found, meta } = await readTenantPage(db, {
        table: "bank_files",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...namedBy("provider_account_id", "providerAccount", query.providerAccountId),
          ...namedBy("payout_file_id", "payoutFile", query.payoutFileId),
        ],
        names: {
          parse: (text) => parsePublicId("bankFile", text),
          format: (id) => publicId("bankFile", id as Id<"bankFile">),
        },
        page: parsePage(query),
      });
      const byId = new Map(
        (await store.readFiles(db, tenantId, found)).map((file) => [file.id as string, file]),
      );
      return { data: found.flatMap((id) => byId.get(id) ?? []).map(bankFileView), meta };
    },
  };
}

const receiverOf = ({ operator, actor }: OperatorRequest) => ({ receivedBy: operator.operatorId, actor });

/** The number of the account at its bank; null where its settings name none. */
async function numberOf(
  { routing }: Pick<BankFilesDeps, "routing">,
  account: BankAccountRow,
): Promise<string | null> {
  return (await routing.providerAccount(account.id)).settings.iban ?? null;
}

async function refused<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BankFileFault)
      throw bankFileErrors.BANK_FILE_REFUSED({ reason: error.sentence, code: error.code });
    throw error;
  }
}
