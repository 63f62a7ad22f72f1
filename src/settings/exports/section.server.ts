import { type RawBuilder, sql } from 'kysely'

export interface ExportSection {
  name: string
  title: string
  about: string
  /**
   * Returns the query for the rows, newest first. The page shows `title`, `content` or `content_html`
   * (sanitized when stored) and `created_at`, then the other columns as a list.
   */
  query: (memberId: RawBuilder<string>) => RawBuilder<unknown>
  /** Columns that refer to the member. A test (exports.test.ts) checks that a section covers each of them. */
  holds: readonly string[]
}

export function literal(memberId: string): RawBuilder<string> {
  return sql`${sql.lit(memberId)}::uuid`
}
