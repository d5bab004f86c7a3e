import { useFormat } from "../format/index.tsx";
import "../styles/sending.css";

interface SendingProps {
  /** Of the file that has left, 0 to 1. */
  readonly share: number;
  /** What is being sent. */
  readonly name: string;
  readonly texts: {
    readonly sending: (percent: string) => string;
    /** All of it has left, and the service is reading it. */
    readonly reading: string;
  };
}

/** How much of a file has left. */
export function Sending({ share, name, texts }: SendingProps) {
  const format = useFormat();
  return (
    <div class="sending">
      <progress value={share} max={1} aria-label={name} />
      <span>{share >= 1 ? texts.reading : texts.sending(format.percent(Math.floor(share * 100) / 100))}</span>
    </div>
  );
}
