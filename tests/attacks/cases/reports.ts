import { reportThing } from '../../../src/features/reports/sql.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** The thing is the author's; of a message the other is who got it, and of a report who made it. */
export const reports: Cases = {
  'reports.create': async (world) => wish('post', await world.buildPost()),
  'reports.create: a message': async (world) => wish('message', await writeToOther(world)),
  'reports.create: one that is gone': async () => wish('comment', newId()),
  'reports.mine': async (world) => {
    const { id } = await reportedNote(world)
    return { input: {}, shows: id }
  },
}

function wish(kind: string, id: string) {
  return { input: { kind, id, reason: 'spam', words: '' } }
}

async function writeToOther({ db, people }: World): Promise<string> {
  const id = newId()
  const message = { id, content: 'Between two', sender_id: people.author.id, recipient_id: people.other.id }
  await db.insertInto('messages').values(message).execute()
  return id
}

/** A note of the author's that the other has reported. */
async function reportedNote(world: World) {
  const id = await world.buildNote()
  const report = { kind: 'note', id, reason: 'spam', words: 'Look', limits: undefined } as const
  const { case_id } = await reportThing(world.db, { reporterId: world.people.other.id, ...report })
  return { id, case_id: case_id as string }
}
