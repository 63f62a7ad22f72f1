import type { Context } from '../../core/context.server.ts'
import { renderHtml } from './blocks.server.ts'
import { escapeHtml, escapeText, withDirection } from './html.ts'
import { findLinkTargets, getLinkTarget, type LinkTarget } from './link-targets.server.ts'
import { renderText } from './markdown.server.ts'
import { findPictureSizes, renderPicture } from './pictures.server.ts'
import { possibleNames } from './references.server.ts'
import { sanitizeMarkup } from './sanitize-markup.server.ts'
import { type MarkupPart, type MarkupReference, MarkupScope } from './scope.server.ts'

export interface MarkupSource {
  content: string
  /** Format in which the author typed the content, now sanitized HTML. Without it, plain text. */
  format?: 'rich' | 'plain'
}

type MarkupContext = Pick<Context, 'db' | 'config'>

/**
 * Renders Markdown as safe HTML. Links URLs and mentions, and shows the titles of linked posts, comments and
 * notes. Pass all texts of a page at once, so that their targets are looked up
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
  const texts = sources.map((source) =>
    partsOf(source, new MarkupScope(origin, base, hasPictures ? 0 : undefined)),
  )
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
    const source = sources[index] as MarkupSource
    const pictured = parts.map((part) =>
      typeof part !== 'string' && part.kind === 'picture'
        ? renderPicture(part, sizes.get(part.key), base)
        : part,
    )
    const room = Math.max(ROOM_MIN, GROWTH_MAX * Buffer.byteLength(source.content))
    const html = withDirection(sanitizeMarkup(renderParts(pictured, things, base, room)))
    return Buffer.byteLength(html) > room ? withDirection(unformatted(source)) : html
  })
}

/** Renders a text up to its references, whose targets are not known yet. */
export function partsOf({ content, format }: MarkupSource, scope: MarkupScope): MarkupPart[] {
  return scope.partsOf(format ? renderHtml(content, format === 'plain', scope) : renderText(content, scope))
}

/** Shows the text as typed. For texts whose formatting would exceed the limit, such as thousands of lists. */
function unformatted({ content, format }: MarkupSource): string {
  return format ? content : `<p>${escapeText(content).replaceAll('\n', '<br />')}</p>`
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

/** Joins the parts to HTML. Links show their targets' titles only while the HTML fits into `room` bytes. */
function renderParts(
  parts: readonly (string | MarkupReference)[],
  things: ReadonlyMap<string, LinkTarget>,
  base: string,
  room: number,
) {
  const plain = parts.map((part) => (typeof part === 'string' ? part : part.otherwise))
  const unlinked = plain.join('')
  if (things.size === 0) return unlinked
  let left = room - Buffer.byteLength(withDirection(unlinked))
  return parts
    .map((part, index) => {
      const otherwise = plain[index] as string
      const html = renderPart(part, things, base)
      const more = html === otherwise ? 0 : Buffer.byteLength(html) - Buffer.byteLength(otherwise)
      if (more > left) return otherwise
      left -= Math.max(0, more)
      return html
    })
    .join('')
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
  return `<a href="${escapeHtml(base + pathOf(part.kind, part.path, thing.path))}">${escapeHtml(thing.label)}</a>`
}

/** A typed URL may contain an outdated title or have an older form, so the link uses the current path. */
function pathOf(kind: MarkupReference['kind'], typed: string, current: string): string {
  if (kind === 'member') return typed
  return kind === 'post' ? current + typed.replace(/^[^?#]*/, '') : current
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
export function findMentions(source: MarkupSource): string[] {
  if (!source.content.includes('@')) return []
  const names = partsOf(source, new MarkupScope('', '', 0)).flatMap((part) =>
    typeof part !== 'string' && part.kind === 'member' && part.path === undefined ? part.key : [],
  )
  return [...new Set(names)].slice(0, MENTION_LIMIT).flatMap(possibleNames)
}
