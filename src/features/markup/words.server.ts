import { LinkifyIt, type Match } from 'linkify-it'
import { shortAddress } from './address.server.ts'
import { escapeHtml, escapeText } from './html.ts'

/** A thing of the forum that a text names: what is shown of it is known once it is found. */
export interface Reference {
  kind: 'post' | 'comment' | 'note' | 'member'
  /** Its id; of a member the name, in small letters. */
  key: string
  /** Where it leads, if it was written as an address. */
  path?: string
  /** HTML that stands there if nothing is found. */
  otherwise: string
}

/** Finished HTML, and references in it. */
export type Part = string | Reference

/** Links and mentions of one text. The rest stays text: each takes seven times the bytes that somebody typed. */
const LINK_LIMIT = 50
/** Pieces of code in a line of one text. The rest keeps its backticks: "`a`" as HTML takes four times its bytes. */
const CODE_LIMIT = 1000
/** Characters of a link's address. Chinese characters take nine each; a longer address stays text. */
const ADDRESS_LIMIT = 2000

/** What a text needs to be made HTML. */
export interface Scope {
  /** Of the forum: links to it are its own. */
  origin: string
  /** What its paths begin with: nothing, or `origin` where the text is read elsewhere. */
  base: string
  /** Links and mentions in this text so far. */
  links: number
  /** Pieces of code in this text so far. */
  codes: number
}

/** Whether a text may hold anything but words: most do not, and this costs next to nothing. */
export function hasMarkup(text: string): boolean {
  return /[@`]|:\/\/|\/(?:post|notes|profile)\//.test(text)
}

/** Words with what is in them: code, addresses, names of members. */
export function wordsOf(text: string, scope: Scope): Part[] {
  if (!hasMarkup(text)) return [escapeText(text)]
  const parts: Part[] = []
  let end = 0
  for (const { start, stop, code } of scope.codes < CODE_LIMIT ? codeOf(text) : []) {
    parts.push(...linkedWords(text.slice(end, start), scope), `<code>${escapeText(code)}</code>`)
    end = stop
    if (++scope.codes === CODE_LIMIT) break
  }
  parts.push(...linkedWords(text.slice(end), scope))
  return parts
}

/** A name may end with what ends a sentence: the longest that somebody has is meant. */
export function namesOf(key: string): string[] {
  const bare = key.replace(/[-_]+$/, '')
  return bare === key || bare === '' ? [key] : [key, bare]
}

/** Stretches between as many backticks as began them. */
function* codeOf(text: string) {
  const runs = [...text.matchAll(/`+/g)]
  const after = new Map<number, { places: number[]; passed: number }>()
  for (const { 0: run, index } of runs) {
    const known = after.get(run.length)
    if (known) known.places.push(index)
    else after.set(run.length, { places: [index], passed: 0 })
  }
  let end = 0
  for (const { 0: run, index } of runs) {
    if (index < end) continue
    const same = after.get(run.length) as { places: number[]; passed: number }
    // Not shift(), which takes 0.2 s for 50,000 backticks.
    while ((same.places[same.passed] ?? Infinity) <= index) same.passed++
    const closing = same.places[same.passed]
    const code = closing === undefined ? '' : text.slice(index + run.length, closing)
    if (closing === undefined || !code.trim()) continue
    end = closing + run.length
    yield { start: index, stop: end, code: code.length > 2 ? code.replace(/^ (.*) $/s, '$1') : code }
  }
}

const UUID = '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}'
/** Paths of things: a post or one of its comments, a note or one of its replies, a member. */
const THING = new RegExp(
  `^/(?:post/(?<post>${UUID})(?:\\?[^#]*)?(?:#comment-(?<comment>${UUID}))?|notes/(?<note>${UUID})(?:\\?[^#]*)?(?:#note-(?<reply>${UUID}))?|profile/(?<member>[\\w-]{1,60})(?:\\?[^#]*)?)(?:#.*)?$`,
  'i',
)
const THING_AHEAD = new RegExp(
  `${UUID}(?:\\?(?:comment|reply)=${UUID})?(?:#(?:comment|note)-${UUID})?(?![\\w/-])`,
  'iy',
)
const NAME_AHEAD = /[\w-]{1,60}(?![\w@/])/y

/** Addresses with http(s), and nothing else that would lead anywhere; and what only this forum knows. */
const linkify = new LinkifyIt({ fuzzyEmail: false, maxLength: 2000 })
for (const schema of ['ftp:', '//', 'mailto:']) linkify.add(schema, null)
for (const schema of ['/post/', '/notes/']) linkify.add(schema, { validate: ahead(THING_AHEAD, schema) })
linkify.add('/profile/', { validate: ahead(NAME_AHEAD, '/profile/') })
linkify.add('@', { validate: ahead(NAME_AHEAD, '@') })

/** What comes next, unless it goes on from something else: "../post/…", "x/@name". */
function ahead(pattern: RegExp, schema: string) {
  return (text: string, position: number): number => {
    if (/[./@:\\]/.test(text[position - schema.length - 1] ?? '')) return 0
    pattern.lastIndex = position
    return pattern.exec(text)?.[0].length ?? 0
  }
}

/** Pieces that end before a space, for which the search for links stops at the limit: 33,000 names took 46 ms. */
const PIECES = /.{1,10000}(?!\S)|.+/gs

function linkedWords(text: string, scope: Scope): Part[] {
  if (!hasMarkup(text)) return [escapeText(text)]
  return (text.match(PIECES) ?? []).flatMap((piece) => linkedPiece(piece, scope))
}

function linkedPiece(text: string, scope: Scope): Part[] {
  const matches = scope.links < LINK_LIMIT && hasMarkup(text) ? linkify.match(text) : null
  if (!matches) return [escapeText(text)]
  const parts: Part[] = []
  let end = 0
  for (const { schema, index, lastIndex } of matches) {
    const raw = withoutPunctuation(text.slice(index, lastIndex))
    // With a user before the host, most readers take the user for the host.
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

/** Linkify leaves "a." of "(https://example.org/a.)": it takes the bracket off first and does not look again. */
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

/** Undefined: nothing to link. */
function partOf({ schema, raw }: Pick<Match, 'schema' | 'raw'>, scope: Scope): Part | undefined {
  if (schema === '@') return referenceTo('member', raw.slice(1), escapeText(raw))
  if (schema.startsWith('/')) return thingAt(raw, escapeText(raw))
  const url = URL.parse(raw.replace(INVISIBLE, ''))
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  if (url.href.length > ADDRESS_LIMIT) return undefined
  if (url.origin !== scope.origin) return linkTo(url)
  const path = url.pathname + url.search + url.hash
  const plain = `<a href="${escapeHtml(scope.base + path)}">${escapeHtml(shortAddress(url))}</a>`
  // A path of two slashes would lead to another site.
  if (path.startsWith('//')) return undefined
  return thingAt(path, plain) ?? plain
}

/** Come along when an address is pasted, and lead elsewhere: soft hyphens, spaces without width, signs of direction. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

function thingAt(path: string, otherwise: string): Reference | undefined {
  const { comment, reply, post, note, member } = THING.exec(path)?.groups ?? {}
  if (comment) return referenceTo('comment', comment, otherwise, path)
  if (reply ?? note) return referenceTo('note', reply ?? note ?? '', otherwise, path)
  if (post) return referenceTo('post', post, otherwise, path)
  return member ? referenceTo('member', member, otherwise, path) : undefined
}

function referenceTo(kind: Reference['kind'], key: string, otherwise: string, path?: string): Reference {
  return { kind, key: key.toLowerCase(), otherwise, ...(path && { path }) }
}

/** What an address that was typed has as a link, beside where it leads. */
const OUTSIDE = 'rel="nofollow ugc noopener" target="_blank"'

/** Elsewhere: the forum does not vouch for it, and it learns nothing of where it was. */
function linkTo(url: URL): string {
  const href = escapeHtml(url.href)
  return `<a href="${href}" ${OUTSIDE}>${escapeHtml(shortAddress(url))}</a>`
}
