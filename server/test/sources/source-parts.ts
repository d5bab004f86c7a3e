/** A TypeScript source without its strings: what it names, and what its comments say. */
export interface SourceParts {
  readonly code: string;
  readonly comments: string;
}

/** Before a `/` that begins a regular expression and no division. */
const beforePattern = /(?:^|[(,=:[!&|?{};+]|=>|\breturn|\btypeof|\bcase)\s*$/;
const tokenPattern =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`|\$\{|[{}]|\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;

/** Splits a source. Text of templates is a string, what stands in their `${…}` is code. */
export function splitSource(source: string): SourceParts {
  let code = "";
  let comments = "";
  let from = 0;
  /** Depth of braces at which each open template goes on. */
  const templates: number[] = [];
  let depth = 0;
  const pattern = new RegExp(tokenPattern);
  const skipTemplate = (at: number): number => {
    const end = /(?<!\\)(?:\\\\)*(?:`|\$\{)/g;
    end.lastIndex = at;
    const found = end.exec(source);
    if (found === null) return source.length;
    if (found[0].endsWith("{")) {
      templates.push(depth);
      depth += 1;
    }
    return end.lastIndex;
  };
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const [token] = match;
    const isComment = token.startsWith("//") || token.startsWith("/*");
    if (token.startsWith("/") && !isComment && !beforePattern.test(source.slice(0, match.index).trimEnd())) {
      pattern.lastIndex = match.index + 1;
      continue;
    }
    code += source.slice(from, match.index);
    from = match.index + token.length;
    if (isComment) comments += `${token}\n`;
    else if (token === "`") from = skipTemplate(from);
    else if (token === "{" || token === "${") {
      depth += 1;
      code += "{";
    } else if (token === "}") {
      depth -= 1;
      code += "}";
      if (templates.at(-1) === depth) {
        templates.pop();
        from = skipTemplate(from);
      }
    } else code += '""';
    pattern.lastIndex = from;
  }
  return { code: code + source.slice(from), comments };
}
