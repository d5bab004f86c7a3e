import { parsePublicId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { newTransferReference } from "../../src/kit/transfer-reference.ts";
import type { Estate } from "./estate-shape.ts";
import type { Maker } from "./maker.ts";

/** One line that no payment has: it waits for an operator. */
const statementText = (unique: string) =>
  `bookingDate;amount;currency;reference;bankReference\n2026-11-20;5000;XOF;${unique};${unique.slice(0, 30)}\n`;

export function bankAccountOf({ more }: Estate): string {
  return more.bankAccountId ?? "";
}

/** Fields of a file of this account that nobody has handed in before. */
export function bankFileOf({ unique }: Pick<Maker, "unique">, estate: Estate) {
  return {
    providerAccountId: bankAccountOf(estate),
    content: Buffer.from(statementText(unique)).toString("base64"),
  };
}

/** A new entry that waits for an operator. */
export async function queuedEntry(make: Maker, estate: Estate): Promise<string> {
  const fileId = await takenFile(make, estate);
  const [entry] = await make.call("listBankEntries", { query: { fileId } });
  return entry.id;
}

let references = 0;
/** The reference of a payment that waits for its transfer: of one at another rail, brought to the estate's account. */
export async function awaitedReference(make: Maker, estate: Estate): Promise<string> {
  references += 1;
  const reference = newTransferReference(createSeededRandom(references));
  const session = await make.call("createCheckoutSession", {
    body: { amount: "5000", currency: "XOF", title: make.unique },
  });
  const { chargeId } = await make.call("completeCheckoutSession", {
    params: { sessionId: session.id },
    body: { paymentMethod: "BANK_TRANSFER", paymentDetails: { countryCode: "CI" } },
  });
  const stored = [chargeId, bankAccountOf(estate)].map((id, at) =>
    parsePublicId(at === 0 ? "charge" : "providerAccount", id),
  );
  await make.test.owner.query({
    text: "update charges set provider_account_id = $2, provider_reference = $3 where id = $1",
    values: [...stored, reference],
  });
  return reference;
}

async function takenFile(make: Maker, estate: Estate): Promise<string> {
  const body = { ...bankFileOf(make, estate), fileName: make.unique, contentType: "text/csv" };
  return (await make.call("takeBankFile", { body })).id;
}

/** Objects of an estate at its bank. */
export const bankObjects: Readonly<Record<string, (make: Maker, estate: Estate) => Promise<string | null>>> =
  {
    bankAccountId: async (make, { more }) => {
      const settings = {
        bankName: "Banque du Golfe",
        accountHolder: make.unique.slice(0, 70),
        iban: "CI93CI0080111301134291200589",
        bic: "BGOLCIAB",
        currency: "XOF",
      };
      const account = { mode: "SANDBOX", subTenantId: more.subTenantId, provider: "bank_transfer" };
      const body = { ...account, name: make.unique, methods: ["BANK_TRANSFER"], settings };
      return (await make.call("createProviderAccount", { body })).id;
    },
    bankFileId: takenFile,
    bankEntryId: queuedEntry,
  };
