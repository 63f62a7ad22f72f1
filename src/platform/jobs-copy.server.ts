import type pg from 'pg'
import { type JobInsert, PgBoss } from 'pg-boss'
import { RETRIES } from './jobs.server.ts'

/**
 * Puts the jobs that wait, or that somebody had begun with, into the queue of another database, and answers how many. A job
 * that is there already stays as it is.
 */
export async function copyJobs(source: pg.Client, to: string): Promise<number> {
  const { rows: there } = await source.query("select to_regclass('pgboss.job') is not null as there")
  if (!there[0].there) return 0
  const { rows } = await source.query<JobInsert & { name: string }>(WAITING)
  const boss = new PgBoss({ connectionString: to, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => undefined) // whatever fails rejects below
  await boss.start()
  try {
    for (const name of new Set(rows.map((row) => row.name))) {
      await boss.createQueue(name, RETRIES)
      const jobs = rows.filter((row) => row.name === name).map(({ name: _, ...job }) => job)
      await boss.insert(name, jobs)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  return rows.length
}

const WAITING = `
  select id, name, data, priority, start_after as "startAfter", retry_limit as "retryLimit", retry_delay as "retryDelay",
    retry_backoff as "retryBackoff", retry_delay_max as "retryDelayMax", singleton_key as "singletonKey"
  from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%' order by created_on`
