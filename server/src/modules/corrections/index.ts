export { createDebitProposal, type ProposeDebit } from "./propose-debit.ts";
export { createCorrectionRoutes } from "./routes.ts";
export { createCorrections } from "./service.ts";
