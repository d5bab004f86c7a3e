import { expect, it } from "vitest";
import { bankFileErrors } from "../../../server/src/modules/bank-files/errors.ts";
import { bankFileFaultCodes } from "../../../server/src/modules/bank-files/formats/file-fault.ts";
import { bankFiles as en } from "../i18n/en/bankFiles.ts";
import { bankFiles as fr } from "../i18n/fr/bankFiles.ts";
import { bankFiles as pt } from "../i18n/pt/bankFiles.ts";

it("every reason for which the service refuses a bank's file has words in each language", () => {
  for (const { faults } of [fr, en, pt])
    expect(Object.keys(faults).sort()).toEqual([...bankFileFaultCodes].sort());
  expect(bankFileErrors.BANK_FILE_REFUSED({ code: "EMPTY" }).details).toMatchObject({ code: "EMPTY" });
});
