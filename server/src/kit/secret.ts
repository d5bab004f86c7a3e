import { hash, timingSafeEqual } from "node:crypto";

/** A value that logs, errors and JSON cannot show. Read it with `reveal`, close to the one place that needs it. */
export class Secret<T> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
  reveal(): T {
    return this.#value;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/** SHA-256 of `text`. */
export function sha256(text: string | Uint8Array): Buffer {
  return hash("sha256", text, "buffer");
}

/** Compares two secrets in constant time. Digests have one length, so the length does not leak either. */
export function sameSecret(left: string | Uint8Array, right: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
