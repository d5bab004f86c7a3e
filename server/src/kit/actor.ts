import { type Id, publicId } from "./ids.ts";

/** An API key of a merchant. */
export interface KeyActor {
  readonly kind: "key";
  readonly id: Id<"apiKey">;
}

/** A person who works for a merchant. */
export interface PersonActor {
  readonly kind: "person";
  readonly id: Id<"person">;
}

/** An operator: a person of the tenant who runs the platform. */
export interface OperatorActor {
  readonly kind: "operator";
  readonly id: Id<"operator">;
}

/** The actors of a merchant. */
export type MerchantActor = KeyActor | PersonActor;

/** Actors that hold a secret of their own, and so can act and make other accounts. */
export type AccountActor = MerchantActor | OperatorActor;

/** Who did something: an account, the service itself, or a payment provider whose report it applied. */
export type Actor = AccountActor | { readonly kind: "system" | "provider"; readonly id: null };

/** The public id of an account, whose prefix shows the kind; `system` and `provider` are written as these words. */
export function formatActor(actor: Actor): string {
  switch (actor.kind) {
    case "key":
      return publicId("apiKey", actor.id);
    case "person":
      return publicId("person", actor.id);
    case "operator":
      return publicId("operator", actor.id);
    default:
      return actor.kind;
  }
}

/** Whether both are the same account. Two acts of the service itself are by the same actor too. */
export function sameActor(left: Actor, right: Actor): boolean {
  return left.kind === right.kind && left.id === right.id;
}

/** The actor of two columns, `…_kind` and the id. Throws when a kind is stored that this version does not know. */
export function storedMerchantActor(kind: string, id: string): MerchantActor {
  if (kind === "key") return { kind, id: id as Id<"apiKey"> };
  if (kind === "person") return { kind, id: id as Id<"person"> };
  throw new Error(`a merchant's actor cannot be of the kind ${kind}`);
}
