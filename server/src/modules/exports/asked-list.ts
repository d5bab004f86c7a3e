import { parse } from "node:querystring";
import { errors } from "../../http/errors.ts";
import type { KeyRoute, OperatorRoute, Route } from "../../http/route.ts";
import { paramsOf } from "../../http/route-input.ts";
import {
  closed,
  compileBody,
  compileQuery,
  fieldErrors,
  type SchemaError,
  type Validator,
} from "../../http/validation.ts";
import { exportableLists } from "./lists.ts";
import type { ExportableList } from "./types.ts";

type ListRoute = KeyRoute | OperatorRoute;

/** A list as somebody asked for it: what reads it, and with what. */
export interface AskedList {
  readonly route: ListRoute;
  readonly exportable: ExportableList;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** An export holds every page. */
const pageParameters = ["page", "pageSize", "limit", "starting_after", "ending_before"];

interface ListReader {
  readonly route: ListRoute;
  readonly exportable: ExportableList;
  readonly pattern: RegExp;
  readonly isQuery: Validator;
  readonly isParams: Validator;
}

/** Reads the lists that callers of one kind name by path and query, as they read them: `/payments/charges?status=FAILED`. */
export function createListFinder(routes: readonly Route[], auth: ListRoute["auth"]) {
  const readers = routes.flatMap((route): readonly ListReader[] => {
    const exportable = exportableLists[route.operationId];
    if (exportable === undefined || route.auth !== auth) return [];
    return [
      {
        route,
        exportable,
        pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
        isQuery: compileQuery(closed(route.schemas.query)),
        isParams: compileBody(closed(route.schemas.params ?? paramsOf(route.path))),
      },
    ];
  });

  return {
    /** Permissions of which each opens one of the lists. */
    permissions: [...new Set(readers.flatMap(({ route }) => [route.permission].flat()))],
    operations: readers.map(({ route }) => route),

    /**
     * Refuses with VALIDATION_ERROR what is no such list, a page of it, and what the list itself would refuse.
     */
    find: (text: string): AskedList => {
      const [path = "", queryText = ""] = splitOnce(text, "?");
      for (const { route, exportable, pattern, isQuery, isParams } of readers) {
        const params = pattern.exec(path)?.groups;
        if (params === undefined && !pattern.test(path)) continue;
        const known = { ...params };
        const query = { ...parse(queryText) };
        const page = pageParameters.find((name) => name in query);
        if (page !== undefined)
          throw invalid(`list.${page}`, "page", "is left out: an export holds every page");
        refuseUnless(isParams, known, "params");
        refuseUnless(isQuery, query, "querystring");
        return { route, exportable, params: known, query };
      }
      throw invalid("list", "list", "must be the path of a list that can be exported, with its filters");
    },
  };
}

export type ListFinder = ReturnType<typeof createListFinder>;

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function refuseUnless(isValid: Validator, value: unknown, part: "params" | "querystring"): void {
  if (isValid(value)) return;
  const found = fieldErrors((isValid.errors ?? []) as readonly SchemaError[], part);
  throw errors.VALIDATION_ERROR({
    fields: found.map(({ path, rule, message }) => ({
      path: `list.${path}`,
      rule,
      message: `list.${message}`,
    })),
  });
}

function invalid(path: string, rule: string, sentence: string) {
  return errors.VALIDATION_ERROR({ fields: [{ path, rule, message: `${path} ${sentence}.` }] });
}
