/** A dump that cannot be read. The message says where and why, in words for operators. */
export class DumpError extends Error {
  override name = 'DumpError'
}

/** Rows of one table of a dump. A value is text as in the dump, or null. */
export interface DumpRows {
  table: string
  columns: readonly string[]
  rows: (string | null)[][]
}

/** Maximum size of one row in bytes. Longer rows of tables that are not read are skipped. */
export const ROW_BYTES = 16 * 2 ** 20

/** Rows are yielded in groups of at most this many rows or some more bytes, so that memory stays flat. */
export const GROUP_ROWS = 500
export const GROUP_BYTES = 16 * 2 ** 20

/** Two tables of one name would be mixed, such as those of two schemas or of two dumps in one file. */
export function refuseTwice(seen: Set<string>, table: string): void {
  if (seen.has(table)) throw new DumpError(`The dump contains the table ${table} twice.`)
  seen.add(table)
}
