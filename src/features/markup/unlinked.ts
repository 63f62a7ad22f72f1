import { OUTSIDE } from './words.server.ts'

/**
 * HTML in which links to other sites are words with the address beside them: what new members write gives nobody a link
 * for search engines. Links within the forum stay.
 */
export function withoutOutsideLinks(html: string, origin: string): string {
  if (!html.includes('<a ')) return html
  const open: (Outside | undefined)[] = []
  const pieces = html.split(/(<[^>]*>)/).map((piece) => {
    const outer = open.at(-1)
    if (piece.startsWith('<a ')) {
      const outside = outsideOf(piece, origin)
      open.push(outside)
      return outside ? '' : piece
    }
    if (piece === '</a>') {
      open.pop()
      return outer ? endOf(outer) : piece
    }
    if (!outer) return piece
    if (!piece.startsWith('<')) outer.words += piece
    return outer.isTyped ? '' : piece
  })
  return pieces.join('')
}

interface Outside {
  /** Escaped, as it stood in the attribute. */
  address: string
  words: string
  /** The words are the address, shortened. */
  isTyped: boolean
}

function outsideOf(tag: string, origin: string): Outside | undefined {
  const address = / href="([^"]*)"/.exec(tag)?.[1]
  if (address === undefined || /^(?:#|\/(?!\/))/.test(address)) return undefined
  if (address === origin || address.startsWith(`${origin}/`)) return undefined
  return { address, words: '', isTyped: tag.includes(OUTSIDE) }
}

function endOf({ address, words, isTyped }: Outside): string {
  if (isTyped) return address
  return bare(words) === bare(address) ? '' : ` (${address})`
}

function bare(address: string): string {
  return address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
}
