import type { ReactNode } from 'react'

/** Shows long text. Pass `html` only if the server has sanitized it. */
export function Prose({
  html,
  children,
}: { html: string; children?: never } | { html?: never; children: ReactNode }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on the server, before saving and before output
  if (html !== undefined) return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  return <div className="prose">{children}</div>
}

interface ShortTextProps {
  html: string | null | undefined
  /** Plain text to show until the server has returned the HTML. */
  text: string
  className?: string
}

/** Shows a text with simple markup, such as a comment, a note or a message. */
export function ShortText({ html, text, className = '' }: ShortTextProps) {
  const look = `words ${className}`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escaped everything except its own markup
  if (html) return <div className={look} dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <div className={look}>
      <p dir="auto">{text}</p>
    </div>
  )
}
