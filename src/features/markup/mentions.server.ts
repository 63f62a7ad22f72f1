import type { Source } from './markup.server.ts'
import { partsOfHtml, partsOfText } from './parts.server.ts'
import { namesOf } from './words.server.ts'

/** Who calls more people than these into a discussion calls nobody. */
export const MENTION_LIMIT = 10

/**
 * Names of the members whom a text mentions, in small letters, the first ten: as the links to them are found. Nobody
 * needs to have such a name. None in code.
 */
export function mentionsOf({ content, format }: Source): string[] {
  if (!content.includes('@')) return []
  const scope = { origin: '', base: '', links: 0, codes: 0 }
  const parts = format ? partsOfHtml(content, format === 'plain', scope) : partsOfText(content, scope)
  const names = parts.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'member' && part.path === undefined ? part.key : [],
  )
  return [...new Set(names)].slice(0, MENTION_LIMIT).flatMap(namesOf)
}
