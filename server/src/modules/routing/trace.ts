import {
  type AccountStage,
  accountStage,
  accountStages,
  carries,
  type RemovalReason,
  type RouteQuestion,
  ruleMatches,
  tryRule,
} from "./rules.ts";
import type { RoutingRule, RoutingSnapshot } from "./snapshot.ts";

/** `NOT_REACHED`: an earlier one takes the payment. */
export type AccountVerdict = "TAKES" | "NOT_REACHED" | "METHOD" | AccountStage;
export type RuleVerdict = "TAKES" | "NOT_REACHED" | "DOES_NOT_MATCH" | RemovalReason;

export interface AccountTrace {
  readonly accountId: string;
  readonly verdict: AccountVerdict;
}
export interface RuleTrace {
  readonly rule: RoutingRule;
  readonly verdict: RuleVerdict;
  /** Accounts of the rule's sub-tenant, in the order of evaluation; empty when the rule does not get that far. */
  readonly accounts: readonly AccountTrace[];
}

/** A rule that routing went through for an attempt, and what became of it. Ids are the stored ones. */
export interface RuleVerdictOn {
  readonly ruleId: string;
  readonly subTenantId: string;
  readonly verdict: RuleVerdict;
  readonly accounts: readonly AccountTrace[];
}
export type RouteVerdicts = readonly RuleVerdictOn[];

/** The same as `traceRules` for rules that match the payment, in the form that is kept for each attempt. Pure. */
export function routeVerdicts(snapshot: RoutingSnapshot, question: RouteQuestion): RouteVerdicts {
  return traceRules(snapshot, question).flatMap(({ rule, verdict, accounts }) =>
    verdict === "DOES_NOT_MATCH"
      ? []
      : [{ ruleId: rule.id, subTenantId: rule.subTenantId, verdict, accounts }],
  );
}

/**
 * Every rule of the method in the order of evaluation, with its result: the path of `assessRoute` with every step. The
 * rule that TAKES is the one that `assessRoute` returns. Pure.
 */
export function traceRules(snapshot: RoutingSnapshot, question: RouteQuestion): readonly RuleTrace[] {
  const traces: RuleTrace[] = [];
  let taken = false;
  for (const rule of snapshot.rules) {
    if (rule.method !== question.method) continue;
    const trace = traceRule(snapshot, rule, question, taken);
    taken ||= trace.verdict === "TAKES";
    traces.push(trace);
  }
  return traces;
}

function traceRule(
  snapshot: RoutingSnapshot,
  rule: RoutingRule,
  question: RouteQuestion,
  taken: boolean,
): RuleTrace {
  const stop = (verdict: RuleVerdict): RuleTrace => ({ rule, verdict, accounts: [] });
  if (!ruleMatches(rule, question)) return stop("DOES_NOT_MATCH");
  if (!rule.enabled) return stop("RULE_DISABLED");
  if (taken) return stop("NOT_REACHED");
  const tried = tryRule(snapshot, rule, question);
  const asked =
    !("reason" in tried) || tried.accountId !== null || tried.reason === "NO_ACCOUNT"
      ? traceAccounts(snapshot, rule, question)
      : [];
  return { rule, verdict: "reason" in tried ? tried.reason : "TAKES", accounts: asked };
}

function traceAccounts(
  snapshot: RoutingSnapshot,
  rule: RoutingRule,
  question: RouteQuestion,
): readonly AccountTrace[] {
  const traces: AccountTrace[] = [];
  let taken = false;
  for (const account of snapshot.accounts) {
    if (account.subTenantId !== rule.subTenantId) continue;
    const verdict: AccountVerdict = taken
      ? "NOT_REACHED"
      : verdictOn(carries(account, question), accountStage(account, question));
    taken ||= verdict === "TAKES";
    traces.push({ accountId: account.id, verdict });
  }
  return traces;
}

function verdictOn(carriesMethod: boolean, stage: number): AccountVerdict {
  if (!carriesMethod) return "METHOD";
  return accountStages[stage] ?? "TAKES";
}
