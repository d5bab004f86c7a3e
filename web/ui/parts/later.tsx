import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiProblem, NO_ANSWER } from "../api/problem.ts";
import { Problem } from "./problem.tsx";

/**
 * A part whose files are loaded when it is shown for the first time: for what most readers of a page never open. When they
 * cannot be loaded, the part says so and tries again when asked.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => known);
    const [problem, setProblem] = useState<ApiProblem | null>(null);
    const begin = async () => {
      setProblem(null);
      try {
        const part = await load();
        known = part;
        setPart(() => part);
      } catch (cause) {
        setProblem(new ApiProblem(NO_ANSWER, 0, "A part of the page could not be loaded.", {}, { cause }));
      }
    };
    useEffect(() => {
      if (known === null) void begin();
    }, []);
    if (problem !== null) return <Problem problem={problem} onRetry={() => void begin()} />;
    return Part === null ? null : <Part {...props} />;
  };
}
