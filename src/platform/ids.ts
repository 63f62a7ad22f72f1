/** A UUIDv7 (RFC 9562), which sorts by time like the ids of the database. */
export function newId(now = Date.now()): string {
  const random = crypto.randomUUID()
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

/** The time of a UUIDv7 in milliseconds since 1970. */
export function uuidTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
