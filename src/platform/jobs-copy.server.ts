import type pg from 'pg'
import { type JobInsert, PgBoss } from 'pg-boss'
import { RETRIES } from './jobs.server.ts'

type Copied = JobInsert & { name: string; id: string; retry_count: number; created_on: Date }

/**
 * Puts the jobs that wait, or that somebody had begun with, into the queue of another database, and answers how many. A job
 * that is there already stays as it is.
 */
export async function copyJobs(source: pg.Client, to: string): Promise<number> {
  const { rows: there } = await source.query("select to_regclass('pgboss.job') is not null as there")
  if (!there[0].there) return 0
  const { rows } = await source.query<Copied>(WAITING)
  const boss = new PgBoss({ connectionString: to, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => undefined) // whatever fails rejects below
  await boss.start()
  try {
    for (const name of new Set(rows.flatMap(({ deadLetter }) => deadLetter ?? [])))
      await boss.createQueue(name)
    for (const name of new Set(rows.map((row) => row.name))) {
      await boss.createQueue(name, RETRIES)
      await insert(
        boss,
        name,
        rows.filter((row) => row.name === name),
      )
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  return rows.length
}

/** One that has failed often is not tried as often again, and the oldest of a kind is still the oldest. */
async function insert(boss: PgBoss, name: string, rows: Copied[]): Promise<void> {
  await boss.insert(
    name,
    rows.map(({ name: _, retry_count: __, created_on: ___, ...job }) => job),
  )
  await boss.getDb().executeSql(
    `update pgboss.job set retry_count = given.retry_count, created_on = given.created_on
     from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as given (id, retry_count, created_on) where job.id = given.id`,
    [rows.map(({ id }) => id), rows.map(({ retry_count }) => retry_count), rows.map((row) => row.created_on)],
  )
}

const WAITING = `
  select id, name, data, priority, start_after as "startAfter", retry_limit as "retryLimit", retry_delay as "retryDelay",
    retry_backoff as "retryBackoff", retry_delay_max as "retryDelayMax", singleton_key as "singletonKey",
    dead_letter as "deadLetter", expire_seconds as "expireInSeconds", deletion_seconds as "deleteAfterSeconds",
    greatest(1, extract(epoch from keep_until - start_after))::int as "retentionSeconds", retry_count, created_on
  from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%' order by created_on`
