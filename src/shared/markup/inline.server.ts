import { LinkifyIt, type Match } from 'linkify-it'
import { shortAddress } from './address.server.ts'
import { escapeHtml, escapeText } from './html.ts'
import { type PictureReference, splitPictures } from './pictures.server.ts'

/** A link to a post, comment, note or member that was found in a text. */
export interface MarkupReference {
  kind: 'post' | 'comment' | 'note' | 'member'
  /** The target's id or, for a member, the lower-case username. */
  key: string
  /** The target's path if the link was typed as a URL. Undefined for a mention. */
  path?: string
  /** HTML to use if the target does not exist. */
  otherwise: string
}

export type MarkupPart = string | MarkupReference | PictureReference

/** Maximum links and mentions in a text. Further ones stay plain text, as each grows sevenfold as HTML. */
const LINK_LIMIT = 50
/** Maximum pieces of inline code in a text. Further ones keep their backticks. "`a`" grows fourfold. */
const CODE_LIMIT = 1000
/** Maximum characters of a linked URL after encoding. A Chinese character becomes nine. */
const ADDRESS_LIMIT = 2000

/** Settings and counters for rendering one text. */
export interface MarkupScope {
  origin: string
  /** Prefix for links within the forum: '', or `origin` for texts that are shown outside the forum. */
  base: string
  links: number
  codes: number
  /** Number of pictures so far, or undefined if the text shows no pictures. */
  pictures?: number | undefined
}

/** Checks cheaply whether a text may contain markup, because most texts have none. */
export function hasMarkup(text: string): boolean {
  return /[@`]|:\/\/|\/(?:post|notes|profile|files\/pictures)\//.test(text)
}

/** Splits a text into inline code, links, mentions and plain text. */
export function parseInline(text: string, scope: MarkupScope): MarkupPart[] {
  if (!hasMarkup(text)) return [escapeText(text)]
  const parts: MarkupPart[] = []
  let end = 0
  for (const { start, stop, code } of scope.codes < CODE_LIMIT ? codeOf(text) : []) {
    parts.push(...picturedWords(text.slice(end, start), scope), `<code>${escapeText(code)}</code>`)
    end = stop
    if (++scope.codes === CODE_LIMIT) break
  }
  parts.push(...picturedWords(text.slice(end), scope))
  return parts
}

function picturedWords(text: string, scope: MarkupScope): MarkupPart[] {
  const parts = splitPictures(text, scope)
  return parts.flatMap((part) => (typeof part === 'string' ? linkedWords(part, scope) : part))
}

/** Returns the usernames that a mention may mean, longest first. Trailing hyphens may be punctuation. */
export function possibleNames(key: string): string[] {
  const bare = key.replace(/[-_]+$/, '')
  return bare === key || bare === '' ? [key] : [key, bare]
}

/** Finds inline code, which is enclosed in two runs of equally many backticks. */
function* codeOf(text: string) {
  const runs = [...text.matchAll(/`+/g)]
  /** Maps the index of each run of backticks to the index of the next run of equal length. */
  const closings = new Map<number, number | undefined>()
  const next = new Map<number, number>()
  for (const { 0: run, index } of runs.toReversed()) {
    closings.set(index, next.get(run.length))
    next.set(run.length, index)
  }
  let end = 0
  for (const { 0: run, index } of runs) {
    const closing = closings.get(index)
    if (index < end || closing === undefined) continue
    const code = text.slice(index + run.length, closing)
    if (!code.trim()) continue
    end = closing + run.length
    yield { start: index, stop: end, code: code.length > 2 ? code.replace(/^ (.*) $/s, '$1') : code }
  }
}

const UUID = '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}'
/** Matches the path of a post or its comment, of a note or its reply, and of a member. */
const THING = new RegExp(
  `^/(?:post/(?<post>${UUID})(?:\\?[^#]*)?(?:#comment-(?<comment>${UUID}))?|notes/(?<note>${UUID})(?:\\?[^#]*)?(?:#note-(?<reply>${UUID}))?|profile/(?<member>[\\w-]{1,60})(?:\\?[^#]*)?)(?:#.*)?$`,
  'i',
)
const THING_AHEAD = new RegExp(
  `${UUID}(?:\\?(?:comment|reply)=${UUID})?(?:#(?:comment|note)-${UUID})?(?![\\w/-])`,
  'iy',
)
const NAME_AHEAD = /[\w-]{1,60}(?![\w@/])/y

/** Finds http(s) URLs, paths of the forum and mentions. */
const linkify = new LinkifyIt({ fuzzyEmail: false, maxLength: 2000 })
for (const schema of ['ftp:', '//', 'mailto:']) linkify.add(schema, null)
for (const schema of ['/post/', '/notes/']) linkify.add(schema, { validate: ahead(THING_AHEAD, schema) })
linkify.add('/profile/', { validate: ahead(NAME_AHEAD, '/profile/') })
linkify.add('@', { validate: ahead(NAME_AHEAD, '@') })

/** Matches only at the beginning of a word, so not within "../post/…" or "x/@name". */
function ahead(pattern: RegExp, schema: string) {
  return (text: string, position: number): number => {
    if (/[./@:\\]/.test(text[position - schema.length - 1] ?? '')) return 0
    pattern.lastIndex = position
    return pattern.exec(text)?.[0].length ?? 0
  }
}

/** Cuts long texts at spaces, so that linking stops at LINK_LIMIT. Finding 33,000 names took 46 ms. */
const PIECES = /.{1,10000}(?!\S)|.+/gs

function linkedWords(text: string, scope: MarkupScope): MarkupPart[] {
  if (!hasMarkup(text)) return [escapeText(text)]
  return (text.match(PIECES) ?? []).flatMap((piece) => linkedPiece(piece, scope))
}

function linkedPiece(text: string, scope: MarkupScope): MarkupPart[] {
  const matches = scope.links < LINK_LIMIT && hasMarkup(text) ? linkify.match(text) : null
  if (!matches) return [escapeText(text)]
  const parts: MarkupPart[] = []
  let end = 0
  for (const { schema, index, lastIndex } of matches) {
    const raw = withoutPunctuation(text.slice(index, lastIndex))
    // URLs with a user name are not linked, because readers could mistake it for the host.
    const part = hasUser(text, index) ? undefined : partOf({ schema, raw }, scope)
    if (part === undefined) continue
    parts.push(escapeText(text.slice(end, index)), part)
    end = index + raw.length
    if (++scope.links === LINK_LIMIT) break
  }
  parts.push(escapeText(text.slice(end)))
  return parts
}

const USER = /https?:\/\/[^\s/?#\\]*@/iy

function hasUser(text: string, index: number): boolean {
  USER.lastIndex = index
  return USER.test(text)
}

/** Removes trailing punctuation. Linkify leaves the "." of "(https://example.org/a.)" in the link. */
function withoutPunctuation(raw: string): string {
  let end = raw.length
  while (end > 0 && (TRAILING.test(raw[end - 1] as string) || isUnopened(raw, end))) end--
  return raw.slice(0, end)
}

const TRAILING = /[\s.,:;!?'"*~\p{Cf}…’”»]/u

function isUnopened(raw: string, end: number): boolean {
  const opening = { ')': '(', ']': '[', '}': '{' }[raw[end - 1] as string]
  return opening !== undefined && !raw.slice(0, end).includes(opening)
}

function partOf({ schema, raw }: Pick<Match, 'schema' | 'raw'>, scope: MarkupScope): MarkupPart | undefined {
  if (schema === '@') return referenceTo('member', raw.slice(1), escapeText(raw))
  if (schema.startsWith('/')) return thingAt(raw, escapeText(raw))
  const url = URL.parse(raw.replace(INVISIBLE, ''))
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  if (url.href.length > ADDRESS_LIMIT) return undefined
  if (url.origin !== scope.origin) return linkTo(url)
  const path = url.pathname + url.search + url.hash
  const plain = `<a href="${escapeHtml(scope.base + path)}">${escapeHtml(shortAddress(url))}</a>`
  // A path that begins with two slashes leads to another site.
  if (path.startsWith('//')) return undefined
  return thingAt(path, plain) ?? plain
}

/** Invisible characters that pasted URLs may contain: soft hyphens, zero-width spaces, direction marks. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

function thingAt(path: string, otherwise: string): MarkupReference | undefined {
  const { comment, reply, post, note, member } = THING.exec(path)?.groups ?? {}
  if (comment) return referenceTo('comment', comment, otherwise, path)
  if (reply ?? note) return referenceTo('note', reply ?? note ?? '', otherwise, path)
  if (post) return referenceTo('post', post, otherwise, path)
  return member ? referenceTo('member', member, otherwise, path) : undefined
}

function referenceTo(
  kind: MarkupReference['kind'],
  key: string,
  otherwise: string,
  path?: string,
): MarkupReference {
  return { kind, key: key.toLowerCase(), otherwise, ...(path && { path }) }
}

function linkTo(url: URL): string {
  const href = escapeHtml(url.href)
  return `<a href="${href}" rel="nofollow ugc noopener" target="_blank">${escapeHtml(shortAddress(url))}</a>`
}
