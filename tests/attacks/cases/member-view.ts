import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const nobody = 'nobody-of-this-name'

/** Test cases for the moderators' view of a member. The notes are about the author. */
export const memberView: Cases = {
  'memberView.read': async (world) => {
    await noteBy(world, world.people.moderator.id)
    return { input: { username: world.people.author.username }, shows: WORDS }
  },
  'memberView.read: nobody of this name': async () => ({ input: { username: nobody }, shows: nobody }),
  'memberView.history': async (world) => {
    const { id: target_id, username } = world.people.author
    const { id } = await world.db
      .insertInto('moderation_cases')
      .values({ source: 'report', kind: 'note', target_id: newId(), member_id: target_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { input: { username }, shows: id }
  },
  'memberView.history: nobody of this name': async () => ({ input: { username: nobody }, shows: nobody }),
  'memberView.addNote': async (world) => ({
    input: { username: world.people.author.username, text: WORDS },
  }),
  'memberView.addNote: nobody of this name': async () => ({ input: { username: nobody, text: WORDS } }),
  'memberView.removeNote': async (world) => ({
    input: { id: await noteBy(world, world.people.moderator.id) },
  }),
  'memberView.removeNote: of another moderator': async (world) => ({
    input: { id: await noteBy(world, (await world.buildMember({ roles: ['moderator'] })).id) },
  }),
  'memberView.removeNote: one that is gone': async () => ({ input: { id: newId() } }),
}

const WORDS = 'The same person as the account of last week'

async function noteBy(world: World, author_id: string): Promise<string> {
  const { id } = await world.db
    .insertInto('member_notes')
    .values({ member_id: world.people.author.id, author_id, text: WORDS })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
