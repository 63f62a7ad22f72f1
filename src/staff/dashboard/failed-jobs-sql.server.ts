import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { FailedJob } from './contract.ts'
import type { Figures } from './figures.ts'
import { FAILED_SHOWN, MAIL_KINDS } from './policy.ts'
import { scrubError, scrubMailError } from './scrub.ts'

// These statements use pg-boss's table, because pg-boss's own retry function cannot run in the transaction
// that logs the retry. The table does not exist before the first start.

type JobFigures = Omit<Figures['jobs'], 'sign'>

const NO_JOBS: JobFigures = { waiting: 0, retrying: 0, active: 0, failed: 0, oldest_seconds: null, kinds: [] }
/** Condition that excludes pg-boss's internal queues, whose names begin with two underscores. */
const OURS = sql`name not like '\\_\\_%'`
const ONCE_MORE = sql`state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null`

/** Counts jobs per kind and state. Ignores completed jobs, because there are many. */
export async function countJobs(db: Kysely<DB>): Promise<JobFigures> {
  if (!(await hasQueue(db))) return NO_JOBS
  const { rows } = await sql<
    JobFigures['kinds'][number] & Record<'retrying' | 'active', number> & { oldest: number | null }
  >`
    select name as kind, count(*) filter (where state < 'active' and not blocked)::int as waiting,
      count(*) filter (where state = 'retry')::int as retrying, count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      extract(epoch from now() - min(created_on) filter (where state = 'created' and start_after < now() and not blocked))::float as oldest
    from pgboss.job where state <> 'completed' and ${OURS} group by name order by name`.execute(db)
  const sum = (of: 'waiting' | 'retrying' | 'active' | 'failed') =>
    rows.reduce((all, row) => all + row[of], 0)
  const ages = rows.flatMap(({ oldest }) => oldest ?? [])
  return {
    waiting: sum('waiting'),
    retrying: sum('retrying'),
    active: sum('active'),
    failed: sum('failed'),
    oldest_seconds: ages.length > 0 ? Math.max(...ages) : null,
    kinds: rows.flatMap(({ kind, waiting, failed }) =>
      waiting + failed > 0 ? [{ kind, waiting, failed }] : [],
    ),
  }
}

type MailJobs = Pick<Figures['mail'], 'waiting' | 'oldest_seconds' | 'held_back'>

/** Counts mails that wait, and those a mail server refused (5xx) for a reason other than the recipient. */
export async function countMailJobs(db: Kysely<DB>): Promise<MailJobs> {
  if (!(await hasQueue(db))) return { waiting: 0, oldest_seconds: null, held_back: 0 }
  const { rows } = await sql<MailJobs>`
    select count(*) filter (where waits)::int as waiting,
      extract(epoch from now() - min(created_on) filter (where waits))::float as oldest_seconds,
      count(*) filter (where output ->> 'command' in ('MAIL FROM', 'RCPT TO', 'DATA')
        and output ->> 'responseCode' ~ '^5')::int as held_back
    from pgboss.job, lateral (select state < 'active' and not blocked as waits) as job_waits
    where (waits or state = 'failed') and starts_with(name, ${MAIL_KINDS})`.execute(db)
  return rows[0] as MailJobs
}

export async function listFailedJobs(db: Kysely<DB>): Promise<FailedJob[]> {
  if (!(await hasQueue(db))) return []
  const { rows } = await sql<
    Omit<FailedJob, 'error'> & Record<'error_name' | 'code' | 'message', string | null>
  >`
    select id, name as kind, created_on as added_at, coalesce(completed_on, created_on) as failed_at, retry_count + 1 as attempts,
      output ->> 'name' as error_name, output ->> 'code' as code, coalesce(output ->> 'message', output #>> '{value,message}') as message
    from pgboss.job where state = 'failed' and ${OURS}
    order by completed_on desc, id desc limit ${FAILED_SHOWN}`.execute(db)
  return rows.map(({ error_name, code, message, ...job }) => {
    const isMail = job.kind.startsWith(MAIL_KINDS)
    const error = isMail ? scrubMailError(error_name, code, message) : scrubError(error_name, message)
    return { ...job, error }
  })
}

export async function listFailedKinds(db: Kysely<DB>): Promise<{ kind: string; failed: number }[]> {
  if (!(await hasQueue(db))) return []
  const { rows } = await sql<{ kind: string; failed: number }>`
    select name as kind, count(*)::int as failed from pgboss.job where state = 'failed' and ${OURS}
    group by name order by 2 desc, 1`.execute(db)
  return rows
}

export type JobChangeOutcome = 'done' | 'done before' | 'gone'

/** Retries a failed job and logs this. Does nothing if the job has been retried already. */
export function retryJob(db: Kysely<DB>, id: string, by: string): Promise<JobChangeOutcome> {
  return change(db, id, async (trx, job) => {
    if (job.state !== 'failed') return 'done before'
    await sql`update pgboss.job set ${ONCE_MORE} where id = ${id}`.execute(trx)
    await record(trx, { id, kind: job.kind, act: 'retried', by })
    return 'done'
  })
}

/** Retries all failed jobs of a kind, with a single log entry. Returns their number. */
export async function retryKind(db: Kysely<DB>, kind: string, by: string): Promise<number> {
  if (!(await hasQueue(db))) return 0
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update pgboss.job set ${ONCE_MORE} where name = ${kind} and state = 'failed' and ${OURS} returning id`.execute(
      trx,
    )
    const name = rows.length === 1 ? kind : `${kind} (all ${rows.length})`
    if (rows[0]) await record(trx, { id: rows[0].id, kind: name, act: 'retried', by })
    return rows.length
  })
}

/** Deletes a failed job and logs this. Other jobs cannot be discarded. */
export function discardJob(db: Kysely<DB>, id: string, by: string): Promise<JobChangeOutcome> {
  return change(db, id, async (trx, job) => {
    if (job.state !== 'failed') return 'gone'
    await sql`delete from pgboss.job where id = ${id}`.execute(trx)
    await record(trx, { id, kind: job.kind, act: 'discarded', by })
    return 'done'
  })
}

interface StoredJob {
  kind: string
  state: string
}

async function change(
  db: Kysely<DB>,
  id: string,
  act: (trx: Transaction<DB>, job: StoredJob) => Promise<JobChangeOutcome>,
): Promise<JobChangeOutcome> {
  if (!(await hasQueue(db))) return 'gone'
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<StoredJob>`
      select name as kind, state::text from pgboss.job where id = ${id} and ${OURS} for update`.execute(trx)
    return rows[0] ? act(trx, rows[0]) : 'gone'
  })
}

async function record(
  trx: Transaction<DB>,
  { id, kind, act, by }: { id: string; kind: string; act: 'retried' | 'discarded'; by: string },
): Promise<void> {
  await trx
    .insertInto('content_changes')
    .values({ kind: 'job', item_id: id, name: kind, act, fields: [], changed_by: by })
    .execute()
}

export async function hasQueue(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{
    present: boolean
  }>`select to_regclass('pgboss.job') is not null as present`.execute(db)
  return rows[0]?.present ?? false
}
