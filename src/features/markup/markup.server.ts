import type { Context } from '../../api/core/context.server.ts'
import { escapeHtml, withDirection } from './html.ts'
import { partsOfHtml, partsOfText } from './parts.server.ts'
import { findThings, type Thing, thingOf } from './things.server.ts'
import { namesOf, type Part, type Reference } from './words.server.ts'

/** A text as it is stored. */
export interface Source {
  content: string
  /** Sanitized HTML, of a text that was typed as such or as plain text; without it plain text. */
  format?: 'rich' | 'plain'
}

type Asked = Pick<Context, 'db' | 'config'>

interface Options {
  /** Links within the forum are whole addresses: it is read elsewhere. */
  isElsewhere?: boolean
}

/**
 * Texts as they are shown, in safe HTML: addresses are links, names of members lead to them, links to things of the
 * forum say what they are called, code and quotations are marked. All texts of a page at once: what they refer to is
 * looked up together, and nothing is asked where nothing is referred to.
 */
export async function renderMarkup(
  { db, config }: Asked,
  sources: readonly Source[],
  { isElsewhere = false }: Options = {},
): Promise<string[]> {
  const origin = new URL(config.PUBLIC_URL).origin
  const base = isElsewhere ? origin : ''
  const texts = sources.map(({ content, format }) => {
    const scope = { origin, base, links: 0, codes: 0 }
    if (format) return partsOfHtml(content, format === 'plain', scope)
    return content ? partsOfText(content, scope) : []
  })
  const references = texts.flat().filter((part) => typeof part !== 'string')
  const things = references.length > 0 ? await findThings(db, references) : new Map()
  return texts.map((parts, index) => renderParts(parts, things, base, roomFor(sources[index]?.content ?? '')))
}

/** Adds the HTML of plain texts. */
export async function withContentHtml<Item extends { content: string }>(
  asked: Asked,
  items: readonly Item[],
) {
  const shown = await renderMarkup(
    asked,
    items.map(({ content }) => ({ content })),
  )
  return items.map((item, index) => ({ ...item, content_html: shown[index] as string }))
}

/** Bytes that a text may take as HTML, for each byte as it is stored, and those that every text may take. */
export const GROWTH_MAX = 12
export const ROOM_MIN = 1500

function roomFor(content: string): number {
  return Math.max(ROOM_MIN, GROWTH_MAX * Buffer.byteLength(content))
}

/** A mention or an address takes little room, what it names may take much: past `room` it stays as it was typed. */
function renderParts(parts: readonly Part[], things: ReadonlyMap<string, Thing>, base: string, room: number) {
  const plain = parts.map((part) => (typeof part === 'string' ? part : part.otherwise))
  const unlinked = withDirection(plain.join(''))
  if (things.size === 0) return unlinked
  let left = room - Buffer.byteLength(unlinked)
  const linked = parts
    .map((part, index) => {
      const otherwise = plain[index] as string
      const html = renderPart(part, things, base)
      const more = html === otherwise ? 0 : Buffer.byteLength(html) - Buffer.byteLength(otherwise)
      if (more > left) return otherwise
      left -= Math.max(0, more)
      return html
    })
    .join('')
  return withDirection(linked)
}

function renderPart(part: Part, things: ReadonlyMap<string, Thing>, base: string): string {
  if (typeof part === 'string') return part
  const thing = thingOf(part, things)
  if (!thing) return part.otherwise
  if (part.path === undefined) return mention(part, thing, base, things.has(`member:${part.key}`))
  // A member may have typed the address of a comment's page as it was then.
  const path = part.kind === 'comment' || part.kind === 'note' ? thing.path : part.path
  return `<a href="${escapeHtml(base + path)}">${escapeHtml(thing.label)}</a>`
}

/** As it was typed; a hyphen that is not of the name stays outside of the link. */
function mention({ otherwise, key }: Reference, { label, path }: Thing, base: string, isWhole: boolean) {
  const end = 1 + (isWhole ? key : (namesOf(key).at(-1) ?? key)).length
  return `<a href="${escapeHtml(base + path)}" title="${escapeHtml(label)}">${otherwise.slice(0, end)}</a>${otherwise.slice(end)}`
}

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
