import { sql } from 'kysely'
import { insertStarter } from '../../../src/db/starter/starter.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { removeStarter } from '../../../src/staff/setup/starter-sql.server.ts'
import { failedJob, startQueue } from '../../failed-jobs.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for the dashboard. Only admins may use it. */
export const dashboard: Cases = {
  'dashboard.figures': async () => ({ input: undefined, shows: '"database_bytes":' }),
  'dashboard.days': async () => ({ input: {}, shows: '"page_views":' }),
  'dashboard.release': async () => ({ input: undefined, shows: '"groups":' }),
  'setup.read': async () => ({ input: undefined, shows: '"step":"name"' }),
  'setup.complete': async () => ({ input: { step: 'rules' } }),
  'setup.readStarter': async () => ({ input: undefined, shows: '"unused":' }),
  'setup.removeStarter': async ({ db }) => {
    await insertStarter(db)
    return { input: undefined }
  },
  'setup.restoreStarter': async ({ db, people }) => {
    await insertStarter(db)
    await removeStarter(db, people.admin.id)
    return { input: undefined }
  },
  'setup.dismiss': async () => ({ input: undefined }),
  'dashboard.startBackup': async (world) => {
    await given(world)
    return { input: undefined }
  },
  'dashboard.sendTestEmail': async () => ({ input: undefined, shows: '"accepted":true' }),
  'dashboard.failedJobs': async (world) => ({ input: undefined, shows: await given(world) }),
  'dashboard.retryJob': async (world) => ({ input: { id: await given(world) } }),
  'dashboard.retryJob: one that waits again': async (world) => ({ input: { id: await waiting(world) } }),
  'dashboard.retryJob: one that is gone': async () => ({ input: { id: newId() } }),
  'dashboard.retryKind': async (world) => {
    await given(world)
    return { input: { kind: 'send-greeting' } }
  },
  'dashboard.retryKind: one of which none failed': async (world) => {
    await given(world)
    return { input: { kind: 'send-nothing' } }
  },
  'dashboard.discardJob': async (world) => ({ input: { id: await given(world) } }),
  'dashboard.discardJob: one that waits again': async (world) => ({ input: { id: await waiting(world) } }),
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
