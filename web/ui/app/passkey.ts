/** What the service asks a passkey with: bytes as base64url text. */
interface PasskeyQuestion {
  readonly options: Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
    readonly challenge: string;
    readonly allowCredentials?: readonly { readonly id: string; readonly type: "public-key" }[];
  };
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );

const toText = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Asks the browser for a passkey. Throws the browser's own error when the reader cancels or has none here. */
export async function getPasskey(asked: unknown): Promise<object> {
  const { options } = asked as PasskeyQuestion;
  const given = (await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map((one) => ({ ...one, id: toBytes(one.id) })),
    },
  })) as PublicKeyCredential | null;
  if (given === null) throw new Error("The browser gave no passkey.");
  const response = given.response as AuthenticatorAssertionResponse;
  return {
    id: given.id,
    rawId: toText(given.rawId),
    type: given.type,
    clientExtensionResults: given.getClientExtensionResults(),
    response: {
      authenticatorData: toText(response.authenticatorData),
      clientDataJSON: toText(response.clientDataJSON),
      signature: toText(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: toText(response.userHandle) }),
    },
  };
}
