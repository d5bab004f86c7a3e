/** An object as the API answers it. */
export function Json({ value }: { readonly value: unknown }) {
  return (
    <details class="json card">
      <summary>JSON</summary>
      {/* A region that scrolls can be reached by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </details>
  );
}
