/** Of the web or of mail; nothing for any other. */
export function addressOf(href: string): string | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (url?.protocol === 'mailto:') return decoded(url.pathname)
  return url && /^https?:$/.test(url.protocol) ? href.trim().replaceAll(/\s/g, '') : undefined
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

export function isSameAddress(words: string, address: string): boolean {
  const bare = (text: string) => text.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '')
  return bare(words).toLowerCase() === bare(address).toLowerCase()
}

/** As it was written where that is whole. */
export function shownAddress(words: string, address: string): string {
  return /^https?:/i.test(words) ? words : address
}
