import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import { openTag, parseAddress, readableHost } from './address.server.ts'
import { escapeText } from './html.ts'
import { type MarkupScope, scopeOf, TEXT_LINK_LIMIT } from './scope.server.ts'

/** Plugin for links with text: `[text](https://…)`. Links that may not lead there stay as typed. */
export function links(md: MarkdownIt): void {
  md.normalizeLink = (url) => url
  md.validateLink = (url) => /^(?:https?:\/\/|\/(?!\/))/i.test(url)
  md.inline.ruler.before('link', 'bracket', readBracket)
  md.renderer.rules.link_open = (tokens, index, _options, env) => openLink(tokens, index, scopeOf(env))
  md.renderer.rules.link_close = (_tokens, _index, _options, env) => scopeOf(env).closing
}

/** Matches the text of a link, which may contain pairs of brackets. Its limits bound the time to find its end. */
const LINK_TEXT = /\[(?:[^[\]]|\[[^[\]]{0,100}\]){1,300}\]\(/y

/** Reads a bracket that begins no link as text. The library looks for its end through the whole text. */
function readBracket(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '[') return false
  LINK_TEXT.lastIndex = state.pos
  if (LINK_TEXT.test(state.src)) return false
  if (!silent) state.pending += '['
  state.pos++
  return true
}

function openLink(tokens: Token[], index: number, scope: MarkupScope): string {
  const opening = tokens[index] as Token
  const typed = String(opening.attrGet('href') ?? '')
  const title = opening.attrGet('title')
  const address = scope.textLinks < TEXT_LINK_LIMIT && parseAddress(typed, scope)
  scope.closing = escapeText(`](${typed}${title ? ` "${title}"` : ''})`)
  if (!address) return '['
  scope.textLinks++
  const host = readableHost(address.url)
  scope.closing = isMisleading(textOf(tokens, index), address.url, host)
    ? ` (${escapeText(host)})</a>`
    : '</a>'
  return openTag(address)
}

/** Returns the text of the link that begins at the index. */
function textOf(tokens: Token[], index: number): string {
  let text = ''
  for (let at = index + 1; tokens[at] && tokens[at]?.type !== 'link_close'; at++) text += tokens[at]?.content
  return text
}

const HOST = /(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/u

/** Whether the text of a link looks like the address of another host. */
function isMisleading(text: string, { hostname }: URL, host: string): boolean {
  const [shown] = HOST.exec(text.toLowerCase()) ?? []
  return shown !== undefined && ![hostname, host].map(bare).includes(bare(shown))
}

function bare(host: string): string {
  return host.replace(/^www\./, '')
}
