/** Returns whether the text is a UUID. Check ids before a query, because PostgreSQL throws for other text. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
