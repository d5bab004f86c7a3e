import { CopyButton } from "./copy.tsx";

interface ShareButtonProps {
  readonly url: string;
  /** What people read beside the address in a chat or a mail. */
  readonly title: string;
  /** On the button that shares, and on the one that copies where the browser cannot share. */
  readonly label: { readonly share: string; readonly copy: string };
}

/** Hands an address to another program of the phone, such as a chat; elsewhere it copies the address. */
export function ShareButton({ url, title, label }: ShareButtonProps) {
  if (navigator.share === undefined) return <CopyButton text={url} label={label.copy} />;
  const hand = async () => {
    try {
      await navigator.share({ title, url });
    } catch (refusal) {
      // Whoever closes the phone's own menu has changed their mind.
      if (!(refusal instanceof DOMException && refusal.name === "AbortError")) throw refusal;
    }
  };
  return (
    <button type="button" class="link" onClick={() => void hand()}>
      {label.share}
    </button>
  );
}
