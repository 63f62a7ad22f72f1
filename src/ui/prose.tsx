import type { ReactNode } from 'react'

/** `html` only for sanitized text of the server. */
export function Prose({
  html,
  children,
}: { html: string; children?: never } | { html?: never; children: ReactNode }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on the server, before saving and before output
  if (html !== undefined) return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  return <div className="prose">{children}</div>
}

interface WordsProps {
  html: string | null | undefined
  /** The plain text, shown until the server has returned the HTML. */
  text: string
  className?: string
}

/** A short text of a member. */
export function Words({ html, text, className = '' }: WordsProps) {
  const look = `words ${className}`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escaped all but what it made itself
  if (html) return <div className={look} dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <div className={look}>
      <p dir="auto">{text}</p>
    </div>
  )
}
