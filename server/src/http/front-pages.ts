import type { FastifyReply, FastifyRequest } from "fastify";

/** What people read who know only the host, or a wrong address. Programs get the answers of the API. */
export interface FrontPages {
  /** What `/` is, and where its reader goes on. */
  home(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Addresses that only programs call. */
export const isForPrograms = /^\/(?:api\/v1|livez|readyz)(?![^/?])/;

/** Whether a person asks, anywhere else. */
export function isReader({
  method,
  url,
  headers,
}: Pick<FastifyRequest, "method" | "url" | "headers">): boolean {
  return (method === "GET" || method === "HEAD") && !isForPrograms.test(url) && prefersHtml(headers.accept);
}

/** Browsers list text/html first; a program asks for JSON or accepts anything. */
export function prefersHtml(accept: string | undefined): boolean {
  const [first = ""] = (accept ?? "").split(",");
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(first);
}
