import { isolateText } from '../../platform/bidi-isolation.ts'

/** Maximum characters of a quoted post title, so that a notification's title has at most 300. */
const POST_TITLE_MAX = 120

export function onQuotedTitle(title: string | null): string {
  return title === null ? '' : ` on ${quoteTitle(title)}`
}

export function quoteTitle(title: string | null): string | undefined {
  return title === null ? undefined : `“${isolateText(truncateText(title, POST_TITLE_MAX))}”`
}

/** Truncates text without splitting a character. `max` includes the ellipsis. */
export function truncateText(line: string, max: number): string {
  const characters = Array.from(line)
  if (characters.length <= max) return line
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
