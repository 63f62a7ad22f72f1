import { readAddress } from '../editor-html.ts'
import { findBlockElements, isBlankNode, isBlock, replaceTag, unwrap } from './pasted-nodes.ts'

/** Converts code elements to text in backticks, which shared/markup displays as code. */
export function convertCode(root: Element) {
  for (const pre of root.querySelectorAll('pre')) {
    const code = codeOf(pre)
    // In lists and quotations, each line becomes inline code, because fenced code is not recognised there.
    const lines = () => code.split('\n').map((line) => (line.trim() ? inlineCode(line) : ''))
    pre.textContent = pre.closest('li,blockquote') ? lines().join('\n') : fenced(code)
  }
  for (const element of root.querySelectorAll('code,kbd,samp,tt')) {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ')
    const code = text.trim()
    if (!code) continue
    element.textContent = inlineCode(code)
    if (text.startsWith(' ')) element.before(' ')
    if (text.endsWith(' ')) element.after(' ')
  }
}

/** Returns the code of a <pre>. Each line break or block in it begins a line. */
function codeOf(pre: Element): string {
  for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n')
  for (const line of [...findBlockElements(pre), ...pre.querySelectorAll('tr')]) {
    const before = line.previousSibling
    if (before && !isBlock(before) && !before.textContent?.endsWith('\n')) line.before('\n')
    if (!line.textContent?.endsWith('\n')) line.append('\n')
  }
  return (pre.textContent ?? '').replace(/^\n+/, '').trimEnd()
}

function fenced(code: string): string {
  const fence = backticks(code, 3)
  return code && `${fence}\n${code}\n${fence}`
}

function inlineCode(code: string): string {
  const fence = backticks(code, 1)
  const space = /^`|`$/.test(code) ? ' ' : ''
  return fence + space + code + space + fence
}

function backticks(code: string, least: number): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  return '`'.repeat(longest >= least ? longest + 1 : least)
}

/** Leaves links to web pages. Appends an email address to its text, and unwraps links without an address. */
export function convertLinks(root: Element) {
  for (const link of root.querySelectorAll('a[href]')) {
    const address = addressOf(link.getAttribute('href') ?? '')
    const words = (link.textContent ?? '').replace(/\s+/g, ' ').trim()
    const isFootnote = /^\[?\d{1,3}\]?$/.test(words) && address?.includes('#')
    if (!address || !words || isFootnote) unwrap(link)
    else if (bare(words) === bare(address)) link.replaceWith(/^https?:/i.test(words) ? words : address)
    else if (/^https?:/i.test(address)) link.setAttribute('href', address)
    else link.append(` (${address})`)
  }
}

/** Returns the URL or email address of a link. Undefined for any other scheme. */
function addressOf(href: string): string | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (url?.protocol === 'mailto:') return decoded(url.pathname)
  return readAddress(href)
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function bare(address: string): string {
  return address
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .replace(/\/$/, '')
    .toLowerCase()
}

/** Converts tables to lines "a · b", innermost first. Cells of a one-column (layout) table become blocks. */
export function convertTables(root: Element) {
  for (const table of [...root.querySelectorAll('table')].reverse()) {
    for (const caption of table.querySelectorAll('caption')) table.before(replaceTag(caption, 'div'))
    const rows = Array.from(table.querySelectorAll('tr'), (row) => [...row.querySelectorAll('td,th')])
    if (rows.every((cells) => cells.length <= 1)) {
      for (const cell of rows.flat()) table.before(replaceTag(cell, 'div'))
      table.remove()
    } else table.replaceWith(linesOf(table, rows))
  }
}

function linesOf({ ownerDocument }: Element, rows: Element[][]): Element {
  const lines = ownerDocument.createElement('div')
  for (const cells of rows) {
    const shown = cells.slice(0, cells.findLastIndex((cell) => !isBlankNode(cell)) + 1)
    if (shown.length > 0 && lines.firstChild) lines.append(ownerDocument.createElement('br'))
    for (const [index, cell] of shown.entries()) {
      if (index > 0) lines.append(' · ')
      lines.append(inOneLine(cell))
    }
  }
  return lines
}

function inOneLine(cell: Element): Element {
  for (const block of [...findBlockElements(cell), ...cell.querySelectorAll('br')]) {
    block.before(' ')
    block.after(' ')
    unwrap(block)
  }
  const { fontWeight } = (cell as HTMLElement).style
  const isBold = fontWeight ? fontWeight === 'bold' : cell.localName === 'th'
  return replaceTag(cell, isBold && !isBlankNode(cell) ? 'strong' : 'span')
}
