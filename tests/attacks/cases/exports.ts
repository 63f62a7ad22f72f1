import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

export const exports: Cases = {
  'me.createExport': async (world) => ({ input: undefined, undo: () => without(world) }),
  'me.createExport: a second one a day': async (world) => {
    await sql`insert into exports (member_id) values (${world.people.author.id})`.execute(world.db)
    return { input: undefined, undo: () => without(world) }
  },
  'me.createExport: without a fresh proof': async (world) => ({
    input: undefined,
    undo: await withoutProof(world),
  }),
  'me.listExports': async (world) => ({
    input: undefined,
    shows: await ready(world),
    undo: () => without(world),
  }),
  'me.readExport': async (world) => {
    const id = await ready(world)
    return { input: { id }, shows: 'attachment', undo: () => without(world) }
  },
  'me.readExport: one that has expired': async (world) => {
    const id = await ready(world, '0 seconds')
    return { input: { id }, shows: 'attachment', undo: () => without(world) }
  },
  'me.readExport: without a fresh proof': async (world) => {
    const id = await ready(world)
    const proveAgain = await withoutProof(world)
    return { input: { id }, shows: 'attachment', undo: () => proveAgain().then(() => without(world)) }
  },
}

/** Creates an export for the author that is ready for download. Returns its id. */
async function ready({ db, people, services }: World, keptFor = '1 day'): Promise<string> {
  const id = newId()
  await sql`insert into exports (id, member_id, state, bytes, ended_at, expires_at)
    values (${id}, ${people.author.id}, 'ready', 3, now(), now() + ${keptFor}::interval)`.execute(db)
  const folder = join(services.config.DATA_DIR, 'exports')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${id}.zip`), 'PK!')
  return id
}

async function without({ db }: World): Promise<void> {
  await sql`delete from exports`.execute(db)
}

/** Ages everyone's last proof of identity to 11 minutes, so that it has expired. Returns an undo function. */
async function withoutProof({ db }: World) {
  await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(db)
  return () => sql`update sessions set proved_at = now()`.execute(db)
}
