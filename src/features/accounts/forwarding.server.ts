/** Where our server tells better-auth who is calling; what clients send under this name does not get there. */
export const ADDRESS_HEADER = 'x-client-address'

/** The headers that better-auth gets to see. Only who acts as a member shows their credentials. */
export function forwarded(headers: Headers, address: string, asMember = false): Headers {
  const kept = new Headers({ 'content-type': 'application/json' })
  for (const name of ['user-agent', ...(asMember ? ['cookie', 'authorization'] : [])]) {
    const value = headers.get(name)
    if (value) kept.set(name, value)
  }
  if (address) kept.set(ADDRESS_HEADER, address)
  return kept
}

/** Browsers say where a write comes from; they keep the session in the cookie, out of reach of script. */
export function isBrowser(headers: Headers): boolean {
  return headers.has('origin') || headers.has('sec-fetch-site')
}
