import { sql } from 'kysely'
import { newId } from '../../../src/platform/ids.ts'
import { failedJob, startQueue } from '../../failed-jobs.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for the dashboard. Only admins may use it. */
export const operation: Cases = {
  'operation.figures': async () => ({ input: undefined, shows: '"database_bytes":' }),
  'operation.days': async () => ({ input: {}, shows: '"page_views":' }),
  'operation.release': async () => ({ input: undefined, shows: '"groups":' }),
  'operation.failedJobs': async (world) => ({ input: undefined, shows: await given(world) }),
  'operation.retryJob': async (world) => ({ input: { id: await given(world) } }),
  'operation.retryJob: one that waits again': async (world) => ({ input: { id: await waiting(world) } }),
  'operation.retryJob: one that is gone': async () => ({ input: { id: newId() } }),
  'operation.retryKind': async (world) => {
    await given(world)
    return { input: { kind: 'send-greeting' } }
  },
  'operation.retryKind: one of which none failed': async (world) => {
    await given(world)
    return { input: { kind: 'send-nothing' } }
  },
  'operation.discardJob': async (world) => ({ input: { id: await given(world) } }),
  'operation.discardJob: one that waits again': async (world) => ({ input: { id: await waiting(world) } }),
}

const started = new WeakSet<World>()

async function given(world: World): Promise<string> {
  if (!started.has(world)) await startQueue(world)
  started.add(world)
  return failedJob(world)
}

/** Makes a failed job due for a retry in an hour, so that no worker starts it. Returns its id. */
async function waiting(world: World): Promise<string> {
  const id = await given(world)
  await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where id = ${id}`.execute(
    world.db,
  )
  return id
}
