import type { ReactNode } from 'react'

/** A text to read. `html` only for what the server made safe. */
export function Prose({
  html,
  children,
}: { html: string; children?: never } | { html?: never; children: ReactNode }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on the server, before saving and before output
  if (html !== undefined) return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  return <div className="prose">{children}</div>
}

interface WordsProps {
  /** What the server made of the text, safely. */
  html: string | null | undefined
  /** As it was typed: stands there until the server has answered. */
  text: string
  className?: string
}

/** What somebody says in a few lines. */
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
