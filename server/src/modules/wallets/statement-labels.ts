import type { Locale } from "../../kit/money.ts";
import type { TransferType } from "../ledger/index.ts";
import type { AccountName } from "./schemas.ts";

/** The texts of a statement in its reader's language. Written by hand: each language has its own word for a booking. */
export interface StatementLabels {
  readonly title: string;
  readonly period: (from: string, to: string) => string;
  readonly wallet: string;
  readonly balances: string;
  readonly opening: string;
  readonly credits: string;
  readonly debits: string;
  readonly closing: string;
  readonly totals: string;
  readonly type: string;
  readonly count: string;
  readonly amount: string;
  readonly entries: string;
  readonly none: string;
  readonly date: string;
  readonly source: string;
  readonly movement: string;
  readonly balance: string;
  readonly within: string;
  readonly sealed: (number: number, hash: string) => string;
  readonly footer: (at: string) => string;
  readonly types: Readonly<Record<TransferType, string>>;
  readonly accounts: Readonly<Record<AccountName, string>>;
}

export const statementLabels: Readonly<Record<Locale, StatementLabels>> = {
  fr: {
    title: "Relevé de compte",
    period: (from, to) => `Du ${from} au ${to} exclu (heure UTC)`,
    wallet: "Portefeuille",
    balances: "Soldes",
    opening: "Solde au début",
    credits: "Total des entrées",
    debits: "Total des sorties",
    closing: "Solde à la fin",
    totals: "Totaux par nature",
    type: "Nature",
    count: "Nombre",
    amount: "Montant",
    entries: "Écritures",
    none: "Aucune écriture sur cette période.",
    date: "Date",
    source: "Référence",
    movement: "Mouvement",
    balance: "Solde",
    within: "interne",
    sealed: (number, hash) => `Écritures scellées jusqu’au sceau n° ${number} : ${hash}`,
    footer: (at) => `Établi le ${at} (heure UTC)`,
    types: {
      CHARGE: "Encaissement",
      FEE: "Frais",
      REFUND: "Remboursement",
      PAYOUT: "Versement",
      PAYOUT_REVERSAL: "Versement retourné",
      HOLD: "Réservation",
      RELEASE: "Libération",
      ADJUSTMENT: "Correction",
      SETTLEMENT: "Mise à disposition",
    },
    accounts: {
      available: "disponible",
      pending: "en attente",
      held: "retenu",
      reserved: "réservé",
      provider: "opérateur",
      fees: "frais",
      adjustment: "correction",
    },
  },
  en: {
    title: "Account statement",
    period: (from, to) => `From ${from} to ${to}, not included (UTC)`,
    wallet: "Wallet",
    balances: "Balances",
    opening: "Opening balance",
    credits: "Total in",
    debits: "Total out",
    closing: "Closing balance",
    totals: "Totals by type",
    type: "Type",
    count: "Number",
    amount: "Amount",
    entries: "Entries",
    none: "No entries in this period.",
    date: "Date",
    source: "Reference",
    movement: "Movement",
    balance: "Balance",
    within: "internal",
    sealed: (number, hash) => `Entries sealed up to seal no. ${number}: ${hash}`,
    footer: (at) => `Issued on ${at} (UTC)`,
    types: {
      CHARGE: "Payment",
      FEE: "Fee",
      REFUND: "Refund",
      PAYOUT: "Payout",
      PAYOUT_REVERSAL: "Payout returned",
      HOLD: "Reservation",
      RELEASE: "Release",
      ADJUSTMENT: "Adjustment",
      SETTLEMENT: "Settlement",
    },
    accounts: {
      available: "available",
      pending: "pending",
      held: "held",
      reserved: "reserved",
      provider: "provider",
      fees: "fees",
      adjustment: "adjustment",
    },
  },
  pt: {
    title: "Extrato de conta",
    period: (from, to) => `De ${from} a ${to}, exclusive (hora UTC)`,
    wallet: "Carteira",
    balances: "Saldos",
    opening: "Saldo inicial",
    credits: "Total de entradas",
    debits: "Total de saídas",
    closing: "Saldo final",
    totals: "Totais por tipo",
    type: "Tipo",
    count: "Número",
    amount: "Montante",
    entries: "Movimentos",
    none: "Nenhum movimento neste período.",
    date: "Data",
    source: "Referência",
    movement: "Movimento",
    balance: "Saldo",
    within: "interno",
    sealed: (number, hash) => `Movimentos selados até ao selo n.º ${number}: ${hash}`,
    footer: (at) => `Emitido em ${at} (hora UTC)`,
    types: {
      CHARGE: "Recebimento",
      FEE: "Comissão",
      REFUND: "Reembolso",
      PAYOUT: "Transferência",
      PAYOUT_REVERSAL: "Transferência devolvida",
      HOLD: "Reserva",
      RELEASE: "Libertação",
      ADJUSTMENT: "Correção",
      SETTLEMENT: "Liquidação",
    },
    accounts: {
      available: "disponível",
      pending: "pendente",
      held: "retido",
      reserved: "reservado",
      provider: "operador",
      fees: "comissões",
      adjustment: "correção",
    },
  },
};
