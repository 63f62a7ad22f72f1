import { recordAction } from '../../../src/moderation/record-action.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const NOTE = 'A note among moderators'

/** Test cases for the moderation log. Everyone sees a part, staff all of it. Admins can redact reasons. */
export const moderationLog: Cases = {
  'moderationActions.list': async (world) => ({ input: {}, shows: await act(world) }),
  'moderationActions.list: whom it is about': async (world) => {
    const member = await world.buildMember()
    await act(world, { member_id: member.id, target_id: member.id })
    return { input: {}, shows: member.id }
  },
  'moderationActions.list: a note': async (world) => {
    await act(world)
    return { input: {}, shows: NOTE }
  },
  'transparency.read': async (world) => {
    await act(world)
    return { input: {}, shows: '"action":"warn"' }
  },
  'moderationActions.read': async (world) => ({ input: { id: await act(world) }, shows: NOTE }),
  'moderationActions.read: one that is not': async () => ({ input: { id: newId() }, shows: NOTE }),
  'moderationActions.redact': async (world) => ({ input: { id: await act(world) } }),
  'moderationActions.redact: a second time': async (world) => {
    const id = await act(world, { reason: null })
    return { input: { id } }
  },
  'moderationActions.redact: one that is not': async () => ({ input: { id: newId() } }),
}

function act({ db, people }: World, entry: object = {}): Promise<string> {
  return recordAction(db, {
    action: 'warn',
    by: people.moderator,
    member_id: people.author.id,
    kind: 'member',
    target_id: people.author.id,
    reason: 'On no ground',
    note: NOTE,
    ...entry,
  })
}
