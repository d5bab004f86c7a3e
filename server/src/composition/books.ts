import { createBankFilesModule, createBankFolders } from "../modules/bank-files/index.ts";
import {
  createCorrectionRoutes,
  createCorrections,
  createDebitProposal,
} from "../modules/corrections/index.ts";
import type { Module } from "../modules/module.ts";
import { isRefundOver } from "../modules/payments/refunds/index.ts";
import { createOrderedTransfers, createPayoutFilesModule } from "../modules/payout-files/index.ts";
import { createProviderHealthModule } from "../modules/provider-health/index.ts";
import { createBookBankEntry, createRailsModule } from "../modules/rails/index.ts";
import { createCorrectedDifferences, createReconciliationModule } from "../modules/reconciliation/index.ts";
import type { Foundation } from "./foundation.ts";
import type { Money } from "./money.ts";
import type { People } from "./people.ts";
import type { Platform } from "./platform.ts";
import type { AppSettings } from "./ports.ts";
import type { ProviderSetup } from "./provider-setup.ts";

/** What banks and providers say of our money, compared with our books, and how a book is put right. */
export function createBooks(
  { db, ids, log }: Platform,
  { bankFilesDir }: AppSettings,
  { journal }: Pick<ProviderSetup, "journal">,
  { shared }: Pick<Foundation, "shared">,
  { changes }: Pick<People, "changes">,
  { payments, payouts, review, receivers }: Money,
): readonly Module[] {
  const folders = createBankFolders(bankFilesDir ?? null);
  const payoutFiles = createPayoutFilesModule({
    ...shared,
    folders,
    receivers,
    changes,
    bookReturn: payouts.bookReturn,
    isRefundOver: (accountId, ownId) => isRefundOver(db, accountId, ownId),
  });
  return [
    payoutFiles,
    createBankFilesModule({
      ...shared,
      folders,
      receivers,
      changes,
      takeBack: payments.refunds.takeBack,
      bookBankEntry: createBookBankEntry(ids),
      proposeDebit: createDebitProposal(ids),
      orders: createOrderedTransfers({ db, log, wakeNotifier: payoutFiles.wakeNotifier }),
    }),
    createProviderHealthModule({ ...shared, journal }),
    createReconciliationModule({ ...shared, askNow: review.askNow }),
    createRailsModule({ ...shared, changes, differences: createCorrectedDifferences(ids) }),
    { routes: createCorrectionRoutes(createCorrections(shared)) },
  ];
}
