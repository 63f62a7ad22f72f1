import { isolateText } from '../../platform/bidi-isolation.ts'

/** With the longest name, a notification's title stays within 300 characters. */
const POST_TITLE_MAX = 120

export function onQuotedTitle(title: string | null): string {
  return title === null ? '' : ` on ${quoteTitle(title)}`
}

export function quoteTitle(title: string | null): string | undefined {
  return title === null ? undefined : `“${isolateText(truncateText(title, POST_TITLE_MAX))}”`
}

/** Truncates between characters, to `max` including the ellipsis. */
export function truncateText(line: string, max: number): string {
  const characters = Array.from(line)
  if (characters.length <= max) return line
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
