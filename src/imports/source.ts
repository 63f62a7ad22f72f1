import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import type { readCopyDump } from './dump/copy-dump.server.ts'
import type { MarkupConverter } from './markup-converter.ts'
import type { SourceTables } from './staging.server.ts'

/** How the dump of one forum software is read. */
export interface ForumSource {
  /** Name on the command line. */
  name: string
  /** Yields the dump as `readDump` reads it. Without this function, the file is opened by `openDump`. */
  open?: (path: string) => AsyncIterable<Buffer>
  readDump: typeof readCopyDump
  tables: SourceTables
  /**
   * Fills the table `import_source.records` from the loaded tables: kind, position in its kind, old id, and either
   * the record or why it is left out.
   */
  makeRecords(db: Kysely<DB>): Promise<void>
  markup: MarkupConverter
}
