import { LinkifyIt, type Match } from 'linkify-it'
import type { MarkdownIt, StateInline } from 'markdown-it'
import { linkTo, parseAddress } from './address.server.ts'
import { escapeText } from './html.ts'
import { LINK_LIMIT, type MarkupReference, type MarkupScope, scopeOf } from './scope.server.ts'

/**
 * Plugin that finds URLs, paths of the forum and mentions. It replaces the library's rule for plain text,
 * which stops only at certain characters, so that a rule could not begin at the "/" of a path.
 */
export function references(md: MarkdownIt): void {
  md.inline.ruler.at('text', (state, silent) => readReference(state, silent) || readPlainText(state, silent))
  md.renderer.rules.reference = (tokens, index) => tokens[index]?.content ?? ''
}

/** Characters at which another rule may begin. */
const PLAIN = /[^\n\\`*_![\]]+/y

function readPlainText(state: StateInline, silent: boolean): boolean {
  PLAIN.lastIndex = state.pos
  const length = PLAIN.exec(state.src)?.[0].length ?? 0
  const next = matchesOf(state)?.next(state.pos + 1)?.index ?? state.posMax
  const end = Math.min(state.pos + length, next, state.posMax)
  if (end <= state.pos) return false
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}

function readReference(state: StateInline, silent: boolean): boolean {
  const match = matchesOf(state)?.next(state.pos)
  if (match?.index !== state.pos || match.index + match.raw.length > state.posMax) return false
  if (!silent) {
    const scope = scopeOf(state.env)
    const token = state.push('reference', '', 0)
    token.content = scope.add(match.part)
    scope.links++
  }
  state.pos += match.raw.length
  return true
}

/** The text of a link contains no links. */
function matchesOf(state: StateInline): Matches | undefined {
  const scope = scopeOf(state.env)
  if (state.linkLevel > 0 || scope.links >= LINK_LIMIT) return undefined
  if (!MATCHES.has(state))
    MATCHES.set(state, hasReference(state.src) ? new Matches(state.src, scope) : undefined)
  return MATCHES.get(state)
}

const MATCHES = new WeakMap<StateInline, Matches | undefined>()

/** Checks cheaply whether a text may contain references, because most texts have none. */
export function hasReference(text: string): boolean {
  return /@|:\/\/|\/(?:post|notes|profile)\//.test(text)
}

/** Returns the usernames that a mention may mean, longest first. Trailing hyphens may be punctuation. */
export function possibleNames(key: string): string[] {
  const bare = key.replace(/[-_]+$/, '')
  return bare === key || bare === '' ? [key] : [key, bare]
}

interface FoundPart {
  index: number
  raw: string
  part: string | MarkupReference
}

/** Cuts long texts at spaces, so that linking stops at LINK_LIMIT. Finding 33,000 names took 46 ms. */
const PIECE = /.{1,10000}(?!\S)|.+/gsy

/** Finds the references of a text, one piece after another. */
class Matches {
  private readonly text: string
  private readonly scope: MarkupScope
  private readonly found: FoundPart[] = []
  /** Index of the match that was returned last. Rules look ahead, so later positions may be smaller. */
  private at = 0
  private end = 0

  constructor(text: string, scope: MarkupScope) {
    this.text = text
    this.scope = scope
  }

  /** Returns the first reference that begins at the position or after it. */
  next(position: number): FoundPart | undefined {
    while (this.at > 0 && (this.found[this.at - 1] as FoundPart).index >= position) this.at--
    for (;;) {
      while (this.at < this.found.length && (this.found[this.at] as FoundPart).index < position) this.at++
      if (this.at < this.found.length || this.end >= this.text.length) return this.found[this.at]
      this.read()
    }
  }

  private read() {
    PIECE.lastIndex = this.end
    const piece = PIECE.exec(this.text)?.[0] ?? this.text.slice(this.end)
    for (const { schema, index, lastIndex } of (hasReference(piece) && linkify.match(piece)) || []) {
      const raw = withoutPunctuation(piece.slice(index, lastIndex))
      // URLs with a user name are not linked, because readers could mistake it for the host.
      const part = hasUser(piece, index) ? undefined : partOf({ schema, raw }, this.scope)
      if (part !== undefined) this.found.push({ index: this.end + index, raw, part })
    }
    this.end += piece.length
  }
}

const UUID = '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}'
/** Matches a post's slug, typed or percent-encoded, but not the pages below a post. */
const SLUG = '/(?!(?:edit|history)(?![\\w%-]))[\\p{L}\\p{N}\\p{M}%-]{1,800}'
/** Matches the path of a post or its comment, of a note or its reply, and of a member. */
const THING = new RegExp(
  `^/(?:post/(?<post>${UUID})(?:${SLUG})?(?:\\?[^#]*)?(?:#comment-(?<comment>${UUID}))?|notes/(?<note>${UUID})(?:\\?[^#]*)?(?:#note-(?<reply>${UUID}))?|profile/(?<member>[\\w-]{1,60})(?:\\?[^#]*)?)(?:#.*)?$`,
  'iu',
)
const THING_AHEAD = new RegExp(
  `${UUID}(?:${SLUG})?(?:\\?(?:comment|reply)=${UUID})?(?:#(?:comment|note)-${UUID})?(?![\\p{L}\\p{N}\\p{M}\\w/%-])`,
  'iuy',
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

const TRAILING = /[\s.,:;!?'"*~`\p{Cf}…’”»]/u

function isUnopened(raw: string, end: number): boolean {
  const opening = { ')': '(', ']': '[', '}': '{' }[raw[end - 1] as string]
  return opening !== undefined && !raw.slice(0, end).includes(opening)
}

function partOf({ schema, raw }: Pick<Match, 'schema' | 'raw'>, scope: MarkupScope) {
  if (schema === '@') return referenceTo('member', raw.slice(1), escapeText(raw))
  if (schema.startsWith('/')) return thingAt(raw, escapeText(raw))
  const address = parseAddress(raw, scope)
  if (!address) return undefined
  const link = linkTo(address)
  return (!address.isExternal && thingAt(address.path, link)) || link
}

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
