/** A database problem that an operator can fix. The message says how. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
