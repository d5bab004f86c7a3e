import type { LogoPicture, LogoProblem } from "./picture.ts";

export type Drawn = LogoPicture | { readonly problem: LogoProblem };

/** Messages from the thread: ready for a file, and the result. */
export type DrawingReport = { readonly kind: "ready" } | { readonly kind: "done"; readonly drawn: Drawn };
