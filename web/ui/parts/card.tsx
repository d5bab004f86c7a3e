import type { ComponentChildren } from "preact";
import { useElementId } from "../app/element-id.ts";
import { Boundary } from "./problem.tsx";

interface CardProps {
  readonly title: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with its own heading. A fault inside stays inside. */
export function Card({ title, tools, children }: CardProps) {
  const id = useElementId();
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
