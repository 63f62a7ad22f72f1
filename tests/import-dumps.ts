import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { runImport } from '../src/imports/run-import.server.ts'
import type { ForumSource } from '../src/imports/source.ts'
import type { World } from './world.ts'

type Row = Record<string, string | number | boolean | null>

/** Writes a dump as `pg_dump` does. Rows of a table have the columns of the first one. */
export function copyDump(tables: Record<string, Row[]>): string {
  const value = (cell: Row[string] | undefined) => {
    if (cell === null || cell === undefined) return '\\N'
    if (typeof cell === 'boolean') return cell ? 't' : 'f'
    return String(cell).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  }
  return Object.entries(tables)
    .map(([table, rows]) => {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      const lines = rows.map((row) => columns.map((name) => value(row[name])).join('\t'))
      return [
        `COPY public.${table} (${columns.map((name) => `"${name}"`).join(', ')}) FROM stdin;`,
        ...lines,
        '\\.',
        '',
      ].join('\n')
    })
    .join('\n')
}

/** Writes a dump as `mysqldump --complete-insert` does. */
export function insertDump(tables: Record<string, Row[]>): string {
  const value = (cell: Row[string] | undefined) => {
    if (cell === null || cell === undefined) return 'NULL'
    if (typeof cell !== 'string') return String(Number(cell))
    return `'${cell.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  }
  return Object.entries(tables)
    .map(([table, rows]) => {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      const tuples = rows.map((row) => `(${columns.map((name) => value(row[name])).join(',')})`)
      return `INSERT INTO \`${table}\` (${columns.map((name) => `\`${name}\``).join(', ')}) VALUES ${tuples.join(',')};`
    })
    .join('\n')
}

const AT = 1_600_000_000_000

/**
 * Returns a dump of a NodeBB forum with two members, of whom one has an email address, a private category, and a topic
 * with one reply. Its text has script, a link to a missing topic and one to a file.
 */
export function smallNodebbDump(): string {
  const objects = {
    'user:1': { uid: 1, username: 'Grace', email: 'grace@example.org', 'email:confirmed': 1, joindate: AT },
    'user:2': { uid: 2, username: 'Alan', joindate: AT },
    'category:1': { cid: 1, name: 'Engines' },
    'category:2': { cid: 2, name: 'Staff' },
    'topic:1': { tid: 1, cid: 1, uid: 1, title: 'The first engine', mainPid: 1, timestamp: AT },
    'topic:2': { tid: 2, cid: 2, uid: 1, title: 'A secret', mainPid: 3, timestamp: AT },
    'post:1': {
      ...{ pid: 1, tid: 1, uid: 1, timestamp: AT },
      content:
        '<script>alert(1)</script> See [this](https://old.example/topic/99/gone), [itself](/topic/1) and ![a picture](/assets/uploads/files/a.png).',
    },
    'post:2': { pid: 2, tid: 1, uid: 2, content: 'A reply', timestamp: AT + 1000 },
    'post:3': { pid: 3, tid: 2, uid: 1, content: 'Secret words', timestamp: AT },
  }
  return copyDump({
    legacy_hash: Object.entries(objects).map(([_key, data]) => ({ _key, data: JSON.stringify(data) })),
    legacy_zset: ['read', 'topics:read'].map((right) => ({
      ...{ _key: `group:cid:1:privileges:groups:${right}:members`, value: 'guests', score: 1 },
    })),
    legacy_set: [],
  })
}

const folder = mkdtempSync(join(tmpdir(), 'threshold-import-'))
let written = 0

/** Writes a dump to a temporary file and returns its path. */
export function writeDump(dump: string | Buffer): string {
  written += 1
  const path = join(folder, `${written}.sql`)
  writeFileSync(path, dump)
  return path
}

/** Writes a dump of NodeBB's objects and sets. */
export function nodebbDump(
  objects: Record<string, object>,
  sorted: Record<string, Record<string, number>>,
  sets: Record<string, string[]>,
) {
  return writeDump(
    copyDump({
      legacy_hash: Object.entries(objects).map(([_key, data]) => ({ _key, data: JSON.stringify(data) })),
      legacy_zset: Object.entries(sorted).flatMap(([_key, values]) =>
        Object.entries(values).map(([value, score]) => ({ _key, value, score })),
      ),
      legacy_set: Object.entries(sets).flatMap(([_key, members]) =>
        members.map((member) => ({ _key, member })),
      ),
    }),
  )
}

/** @param folder of uploads */
export const importDump = (
  world: World,
  source: ForumSource,
  path: string,
  isDryRun = false,
  folder?: string,
) =>
  runImport(world.db, {
    ...{ source, path, isDryRun, onRows() {}, onRecords() {} },
    files: folder === undefined ? undefined : { folder, storage: world.services.files },
  })

/** Summarizes a report: for each kind that was found, how many, how many imported, and why others were not. */
export function summaryOf({ kinds }: Awaited<ReturnType<typeof importDump>>) {
  return kinds
    .filter(({ found }) => found > 0)
    .map(({ kind, found, imported, skipped, failed }) => [
      ...[kind, found, imported],
      [...skipped, ...failed].map(({ reason, count }) => `${count} ${reason}`).sort(),
    ])
}

/** Returns the imported comments with what they answer, by old ids. */
export async function importedComments(world: World) {
  const { rows } = await sql`
    select i.old_id, c.content, parent.old_id as parent, answered.old_id as answered, c.votes_score,
      c.author_id is null as is_by_guest
    from comments c join imported i on i.id = c.id and i.kind = 'comment'
    left join imported parent on parent.id = c.parent_id and parent.kind = 'comment'
    left join imported answered on answered.id = c.answered_id and answered.kind = 'comment'
    order by i.old_id`.execute(world.db)
  return rows
}

/** Whether a word is in any table after an import. */
export async function isAnywhere(world: World, word: string): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(world.db)
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where to_jsonb(t)::text like ${`%${word}%`} limit 1`.execute(world.db)
    if (rows.length > 0) return true
  }
  return false
}
