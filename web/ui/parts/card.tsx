import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Boundary } from "./problem.tsx";

interface CardProps {
  readonly title: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with its own heading. A fault inside stays inside. */
export function Card({ title, tools, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      <Boundary>{children}</Boundary>
    </section>
  );
}
