import { type RawBuilder, sql } from 'kysely'

/** One kind of thing in an export: a page and a JSON file. */
export interface Section {
  /** Of its files. */
  name: string
  title: string
  /** What it holds, in a sentence. */
  about: string
  /**
   * The rows as they are in the JSON, the newest first. `title`, `content` or `content_html`, and `created_at` are shown as
   * such on the page, anything else in a list below. `content_html` is what the forum itself has made clean.
   */
  query: (memberId: RawBuilder<string>) => RawBuilder<unknown>
  /** Columns that name a member, whose rows it holds (references.test.ts). */
  holds: readonly string[]
}

export function literal(memberId: string): RawBuilder<string> {
  return sql`${sql.lit(memberId)}::uuid`
}
