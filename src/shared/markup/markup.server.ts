import type { Context } from '../../core/context.server.ts'
import { parseHtml, parseText } from './blocks.server.ts'
import { escapeHtml, withDirection } from './html.ts'
import { type MarkupReference, possibleNames } from './inline.server.ts'
import { findLinkTargets, getLinkTarget, type LinkTarget } from './link-targets.server.ts'
import { findPictureSizes, renderPicture } from './pictures.server.ts'

export interface MarkupSource {
  content: string
  /** Format in which the author typed the content, now sanitized HTML. Without it, plain text. */
  format?: 'rich' | 'plain'
}

type MarkupContext = Pick<Context, 'db' | 'config'>

/**
 * Renders texts as safe HTML. Links URLs and mentions, shows the titles of linked posts, comments and notes,
 * and formats code and quotations. Pass all texts of a page at once, so that their targets are looked up
 * together. `isElsewhere` makes links within the forum absolute. `hasPictures` shows pictures, as in posts and
 * comments.
 */
export async function renderMarkup(
  { db, config }: MarkupContext,
  sources: readonly MarkupSource[],
  { isElsewhere = false, hasPictures = false } = {},
): Promise<string[]> {
  const origin = new URL(config.PUBLIC_URL).origin
  const base = isElsewhere ? origin : ''
  const texts = sources.map(({ content, format }) => {
    const scope = { origin, base, links: 0, codes: 0, pictures: hasPictures ? 0 : undefined }
    if (format) return parseHtml(content, format === 'plain', scope)
    return content ? parseText(content, scope) : []
  })
  const references = texts.flat().filter((part) => typeof part !== 'string')
  const links = references.filter((part) => part.kind !== 'picture')
  const [things, sizes] = await Promise.all([
    links.length > 0 ? findLinkTargets(db, links) : new Map(),
    findPictureSizes(
      db,
      references.filter((part) => part.kind === 'picture'),
    ),
  ])
  return texts.map((parts, index) => {
    const pictured = parts.map((part) =>
      typeof part !== 'string' && part.kind === 'picture'
        ? renderPicture(part, sizes.get(part.key), base)
        : part,
    )
    return renderParts(pictured, things, base, roomFor(sources[index]?.content ?? ''))
  })
}

/** Adds the rendered HTML of its plain-text content to each item. */
export async function withContentHtml<Item extends { content: string }>(
  asked: MarkupContext,
  items: readonly Item[],
  options: { hasPictures?: boolean } = {},
) {
  const shown = await renderMarkup(
    asked,
    items.map(({ content }) => ({ content })),
    options,
  )
  return items.map((item, index) => ({ ...item, content_html: shown[index] as string }))
}

/** Maximum bytes of HTML per byte of stored text, and the bytes of HTML allowed for the shortest texts. */
export const GROWTH_MAX = 12
export const ROOM_MIN = 1500

function roomFor(content: string): number {
  return Math.max(ROOM_MIN, GROWTH_MAX * Buffer.byteLength(content))
}

/** Joins the parts to HTML. Links show their targets' titles only while the HTML fits into `room` bytes. */
function renderParts(
  parts: readonly (string | MarkupReference)[],
  things: ReadonlyMap<string, LinkTarget>,
  base: string,
  room: number,
) {
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

function renderPart(
  part: string | MarkupReference,
  things: ReadonlyMap<string, LinkTarget>,
  base: string,
): string {
  if (typeof part === 'string') return part
  const thing = getLinkTarget(part, things)
  if (!thing) return part.otherwise
  if (part.path === undefined) return mention(part, thing, base, things.has(`member:${part.key}`))
  // A comment's typed URL may be in an older form, so the link uses the current path.
  const path = part.kind === 'comment' || part.kind === 'note' ? thing.path : part.path
  return `<a href="${escapeHtml(base + path)}">${escapeHtml(thing.label)}</a>`
}

/** Renders a mention as a link to the member. Trailing hyphens that are not part of the name stay outside. */
function mention(
  { otherwise, key }: MarkupReference,
  { label, path }: LinkTarget,
  base: string,
  isWhole: boolean,
) {
  const end = 1 + (isWhole ? key : (possibleNames(key).at(-1) ?? key)).length
  return `<a href="${escapeHtml(base + path)}" title="${escapeHtml(label)}">${otherwise.slice(0, end)}</a>${otherwise.slice(end)}`
}

export const MENTION_LIMIT = 10

/** Returns the first ten mentioned names in lower case, except in code. The members may not exist. */
export function findMentions({ content, format }: MarkupSource): string[] {
  if (!content.includes('@')) return []
  const scope = { origin: '', base: '', links: 0, codes: 0, pictures: 0 }
  const parts = format ? parseHtml(content, format === 'plain', scope) : parseText(content, scope)
  const names = parts.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'member' && part.path === undefined ? part.key : [],
  )
  return [...new Set(names)].slice(0, MENTION_LIMIT).flatMap(possibleNames)
}
