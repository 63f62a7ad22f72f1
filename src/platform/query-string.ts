/**
 * How addresses carry search parameters: as plain text, one value for a name, lists with commas between. The
 * router's own way reads JSON into them: a search for `1e3` would become one for 1000.
 */
export function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** The reverse; what is undefined or empty is left out. "?a=1&b=x,y", or nothing. */
export function writeQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const text = value == null ? '' : String(value)
    if (text) query.set(name, text)
  }
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''
}
