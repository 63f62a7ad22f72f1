/** A database problem that an operator can fix. The message explains how. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}
