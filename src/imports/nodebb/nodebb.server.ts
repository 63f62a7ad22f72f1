import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { readCopyDump } from '../dump/copy-dump.server.ts'
import type { ForumSource } from '../source.ts'
import { nodebbMarkup } from './markup.server.ts'
import { ADDRESSES, MEMBERS, RELATIONS, TEXTS } from './records-sql.ts'
import { VIEWS } from './views-sql.ts'

/** NodeBB on PostgreSQL. Its objects are JSON under keys such as `topic:12`, its sets are rows with scores. */
export const nodebb: ForumSource = {
  name: 'nodebb',
  readDump: readCopyDump,
  tables: {
    legacy_hash: ['_key', 'data'],
    legacy_zset: ['_key', 'value', 'score'],
    legacy_set: ['_key', 'member'],
  },
  makeRecords,
  markup: nodebbMarkup,
}

async function makeRecords(db: Kysely<DB>): Promise<void> {
  for (const statement of [...VIEWS, ...MEMBERS, ...TEXTS, ...RELATIONS, ...ADDRESSES])
    await sql.raw(statement).execute(db)
}
