import { sql } from 'kysely'
import { newId } from '../src/platform/ids.ts'
import { job } from '../src/platform/jobs.server.ts'
import type { World } from './world.ts'

const greet = job<{ name: string }>('send-greeting')

/** Makes the queue where there is none yet. Nobody does the jobs that are in it. */
export async function startQueue({ services }: Pick<World, 'services'>): Promise<void> {
  services.jobs.handle(greet, async () => undefined)
  await services.jobs.start()
}

/** Workers look every ten seconds by themselves, and at once when something new is added. */
export function wakeWorkers({ services }: Pick<World, 'services'>): Promise<unknown> {
  return services.jobs.add(greet, { name: 'Bo Kirk' })
}

/** The id of a job that was given up, with what its error said. */
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
