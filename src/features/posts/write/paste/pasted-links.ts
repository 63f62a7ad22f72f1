/** Appends the target to the text of each link: "text (https://…)". */
export function convertLinks(root: Element) {
  for (const link of root.querySelectorAll('a[href]')) {
    const address = addressOf(link.getAttribute('href') ?? '')
    const words = (link.textContent ?? '').replace(/\s+/g, ' ').trim()
    const isFootnote = /^\[?\d{1,3}\]?$/.test(words) && address?.includes('#')
    if (!address || !words || isFootnote) continue
    if (bare(words) !== bare(address)) link.append(` (${address})`)
    else link.textContent = /^https?:/i.test(words) ? words : address
  }
}

/** undefined for anything but a web or an email address. */
function addressOf(href: string): string | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (url?.protocol === 'mailto:') return decoded(url.pathname)
  return url && /^https?:$/.test(url.protocol) ? href.replaceAll(/\s/g, '') : undefined
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
