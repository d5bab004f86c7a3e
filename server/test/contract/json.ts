// biome-ignore lint/suspicious/noExplicitAny: the document is JSON from outside, read as a caller without types does.
export type Json = any;
