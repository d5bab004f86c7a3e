/** The text of a control that stands beside what it is about: who does not see the place hears the rest. */
export function About({ text, about }: { readonly text: string; readonly about?: string | undefined }) {
  return (
    <>
      {text}
      {about !== undefined && <span class="hidden"> : {about}</span>}
    </>
  );
}
