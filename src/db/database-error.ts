/** Something that the person who started the forum can put right; the message says how. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
