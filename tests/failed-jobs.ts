import { sql } from 'kysely'
import { makeBackup } from '../src/db/backup/jobs.server.ts'
import { newId } from '../src/platform/ids.ts'
import { job } from '../src/platform/jobs/jobs.server.ts'
import type { World } from './world.ts'

const greet = job<{ name: string }>('send-greeting')

/** Creates the job queue if necessary. Its handlers do nothing, except that a backup calls `backUp`. */
export async function startQueue(
  { services }: Pick<World, 'services'>,
  backUp: () => Promise<void> = async () => undefined,
): Promise<void> {
  services.jobs.handle(greet, async () => undefined)
  services.jobs.every(undefined, makeBackup, backUp)
  await services.jobs.start()
}

/** Adds a job, which makes workers look for all due jobs at once. Otherwise they poll every ten seconds. */
export function wakeWorkers({ services }: Pick<World, 'services'>): Promise<unknown> {
  return services.jobs.add(greet, { name: 'Bo Kirk' })
}

/** Inserts a job that has failed with this error and will not be retried. Returns its id. */
export async function failedJob(
  { db }: Pick<World, 'db'>,
  output: object = new Error('It was not there'),
): Promise<string> {
  const id = newId()
  const { name, message } = output as Error
  await sql`
    insert into pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
    values (${id}, ${greet.name}, ${{ name: 'Ada Lin' }}, 'failed', 16, 16, now(), ${{ name, message, ...output }})`.execute(
    db,
  )
  return id
}
