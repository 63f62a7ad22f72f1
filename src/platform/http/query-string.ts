/** Parses search parameters as plain text. The router's parser reads JSON and turns `1e3` into 1000. */
export function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Returns a query such as "?a=1&b=x,y". Omits undefined and empty values. */
export function writeQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const text = value == null ? '' : String(value)
    if (text) query.set(name, text)
  }
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''
}
