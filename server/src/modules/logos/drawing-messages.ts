import type { LogoPicture, LogoProblem } from "./picture.ts";

export type Drawn = LogoPicture | { readonly problem: LogoProblem };

/** What the thread tells: that it can be sent a file, and what came of it. */
export type Report = { readonly kind: "ready" } | { readonly kind: "done"; readonly drawn: Drawn };
