import type { ReactNode } from 'react'

/** A text to read. `html` only for what the server sanitized. */
export function Prose({
  html,
  children,
}: { html: string; children?: never } | { html?: never; children: ReactNode }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on the server, before saving and before output
  if (html !== undefined) return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  return <div className="prose">{children}</div>
}
