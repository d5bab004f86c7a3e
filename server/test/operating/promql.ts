/**
 * Reads expressions of Prometheus as far as a test needs it: which metrics they name, with which labels, and whether
 * brackets, functions and words are such that Prometheus knows them. It is not the whole grammar: `promtool check rules`
 * is, where it is installed.
 */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels named by `by`, `without`, `on` and `ignoring`. */
  readonly grouping: readonly string[];
  /** What is wrong with it, in words. */
  readonly problems: readonly string[];
}

const functions = new Set(
  `abs absent absent_over_time avg avg_over_time bottomk ceil clamp clamp_max clamp_min count count_over_time delta deriv
  floor histogram_quantile increase irate label_replace last_over_time max max_over_time min min_over_time
  predict_linear quantile quantile_over_time rate round scalar sort sort_desc stddev sum sum_over_time time topk vector`.split(
    /\s+/,
  ),
);
const groupingWords = new Set(["by", "without", "on", "ignoring", "group_left", "group_right"]);
const operatorWords = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan"]);
const closing: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]" };
const tokenForm =
  /\s+|#.*|"(?:[^"\\]|\\.)*"|[a-zA-Z_:][\w:]*|\$__(?:rate_interval|interval|range)|\$\w+|\d+(?:ms|[smhdwy])|\d*\.?\d+(?:e[+-]?\d+)?|=~|!~|!=|==|>=|<=|[-+*/%^<>=,(){}[\]]/gy;
const durationForm = /^(?:\d+(?:ms|[smhdwy])|\$__(?:rate_interval|interval|range))$/;

export function readExpression(text: string): Expression {
  const problems: string[] = [];
  const tokens = tokensOf(text, problems);
  const open: string[] = [];
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  tokens.forEach((token, at) => {
    const before = tokens[at - 1] ?? "";
    const after = tokens[at + 1] ?? "";
    const inside = open.at(-1);
    if (token in closing) {
      if (token === "[" && !durationForm.test(after)) problems.push(`[${after} is no duration`);
      open.push(token === "(" && groupingWords.has(before) ? "labels" : token);
    } else if (token === ")" || token === "}" || token === "]") {
      const last = open.pop();
      const wanted = last === "labels" ? ")" : closing[last ?? ""];
      if (wanted !== token) problems.push(`${token} closes ${last ?? "nothing"}`);
    } else if (/^[a-zA-Z_:]/.test(token)) {
      if (inside === "labels") grouping.push(token);
      else if (inside === "{") {
        if (!/^(?:=|!=|=~|!~)$/.test(after) || !(tokens[at + 2] ?? "").startsWith('"'))
          problems.push(`the matcher of ${token} is not complete`);
        selectors.at(-1)?.labels.push(token);
      } else if (after === "(" && !groupingWords.has(token)) {
        if (!functions.has(token) && !operatorWords.has(token)) problems.push(`${token} is no function`);
      } else if (functions.has(token) && groupingWords.has(after)) return;
      else if (!groupingWords.has(token) && !operatorWords.has(token))
        selectors.push({ metric: token, labels: [] });
    }
  });
  if (open.length > 0) problems.push(`${open.join(" ")} is not closed`);
  if (selectors.length === 0) problems.push("no metric is named");
  return { selectors, grouping, problems };
}

function tokensOf(text: string, problems: string[]): readonly string[] {
  const tokens: string[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokenForm)) {
    end = index + token.length;
    if (!/^(?:\s|#)/.test(token)) tokens.push(token);
  }
  if (end < text.length) problems.push(`${JSON.stringify(text.slice(end, end + 10))} is not understood`);
  return tokens;
}
