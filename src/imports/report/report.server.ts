import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { ImportRun } from '../import-records.server.ts'
import { type ImportKind, KINDS } from '../records.ts'
import { NO_MAIL } from '../write/members.server.ts'
import { NO_ITEM, NO_MEMBER } from '../write/relations.server.ts'
import { compareTopics, type TopicComparison } from './compare-topics.server.ts'
import { checkOldLinks, type OldLinks } from './old-links.server.ts'

/** Counts of one kind: found = imported + skipped + failed + missing. */
export interface KindReport {
  kind: ImportKind
  found: number
  imported: number
  skipped: { reason: string; count: number }[]
  failed: { reason: string; count: number }[]
  /** Records without an outcome. Anything but 0 is an error of the importer. */
  missing: number
}

export interface ImportReport {
  run: string
  source: string
  kinds: KindReport[]
  /** Members who need a mail to set a password, and those who have no address for that either. */
  members: { without_password: number; without_email: number }
  /** Categories that were left out because guests could not read them. */
  private_categories: string[]
  /** Pictures and avatars that could not be imported, by their path in the folder of uploads. */
  missing_files: { path: string; problem: string }[]
  topics: TopicComparison
  /** Null: not checked, because the former forum has no addresses of its own. */
  links: OldLinks | null
  /** Whether every record is explained and every compared topic is equal. */
  is_complete: boolean
}

/** Compares what a dump contains with what is in the forum now. Needs the records of the dump. */
export async function makeReport(db: Kysely<DB>, run: ImportRun): Promise<ImportReport> {
  const kinds = await countKinds(db, run.source)
  const topics = await compareTopics(db, run.source, run.markup)
  const { rows: members } = await sql<ImportReport['members']>`
    select
      count(*) filter (where not exists (
        select from accounts a where a.user_id = u.id and a.password is not null))::integer as without_password,
      count(*) filter (where u.email like ${`%@${NO_MAIL}`})::integer as without_email
    from imported i join users u on u.id = i.id
    where i.source = ${run.source} and i.kind = 'member'`.execute(db)
  const { rows: categories } = await sql<{ name: string }>`
    select coalesce(record ->> 'name', old_id) as name from import_source.records
    where kind = 'concept' and skipped is not null order by position limit 1000`.execute(db)
  return {
    run: run.id,
    source: run.source,
    kinds,
    members: members[0] as ImportReport['members'],
    private_categories: categories.map(({ name }) => name),
    missing_files: await listMissingFiles(db, run.source),
    topics,
    links: await checkOldLinks(db, run.source),
    is_complete: kinds.every(({ missing }) => missing === 0) && topics.differences === 0,
  }
}

async function listMissingFiles(db: Kysely<DB>, source: string): Promise<ImportReport['missing_files']> {
  const { rows } = await sql<ImportReport['missing_files'][number]>`
    select distinct r.record ->> 'path' as path, i.problem from import_source.records r
    join imported i on i.source = ${source} and i.kind = r.kind and i.old_id = r.old_id
    where r.kind in ('avatar', 'picture') and i.problem is not null order by 1 limit 10000`.execute(db)
  return rows
}

async function countKinds(db: Kysely<DB>, source: string): Promise<KindReport[]> {
  const { rows } = await sql<{ kind: ImportKind; state: string; reason: string | null; count: number }>`
    select r.kind,
      case when r.skipped is not null then 'skipped' when i.id is not null then 'imported'
        when i.problem in (${NO_MEMBER}, ${NO_ITEM}) then 'skipped'
        when i.problem is not null then 'failed' else 'missing' end as state,
      coalesce(r.skipped, i.problem) as reason, count(*)::integer as count
    from import_source.records r
    left join imported i on i.source = ${source} and i.kind = r.kind and i.old_id = r.old_id
    group by 1, 2, 3 order by 1, 2, 4 desc`.execute(db)
  return KINDS.map((kind) => {
    const of = (state: string) => rows.filter((row) => row.kind === kind && row.state === state)
    const sum = (state: string) => of(state).reduce((total, { count }) => total + count, 0)
    const reasons = (state: string) => of(state).map(({ reason, count }) => ({ reason: reason ?? '', count }))
    return {
      kind,
      found: rows.filter((row) => row.kind === kind).reduce((total, { count }) => total + count, 0),
      imported: sum('imported'),
      skipped: reasons('skipped'),
      failed: reasons('failed'),
      missing: sum('missing'),
    }
  })
}
