/** A stretch of a message: words, or an address that may be followed. */
export interface Part {
  text: string
  /** http or https alone: nothing that would run. */
  href?: string
}

/** Plain text with the web addresses in it told apart; together the parts are the text. */
export function textParts(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.slice(0, found.length - trailing(found))
    const href = hrefOf(address)
    if (!href) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi

/** What ends the sentence rather than the address; a closing bracket belongs to it if it was opened in it. */
function trailing(address: string): number {
  let end = address.length
  while (end > 0) {
    const last = address[end - 1] as string
    const isBracket = last === ')' && !address.slice(0, end - 1).includes('(')
    if (!isBracket && !/[.,;:!?'’”»\]}]/.test(last)) break
    end--
  }
  return address.length - end
}

function hrefOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
