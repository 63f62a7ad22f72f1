import type { Viewer } from '../../../src/core/viewer.ts'
import { insertPending } from '../../../src/moderation/approval/sql.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for pending content. Unless stated otherwise, it belongs to the author. */
export const pendingContent: Cases = {
  'pendingContent.list': async (world) => ({ input: {}, shows: (await waiting(world)).id }),
  'pendingContent.withdraw': async (world) => ({ input: { kind: 'note', id: (await waiting(world)).id } }),
  'pendingContent.withdraw: one that is gone': async () => ({ input: { kind: 'note', id: newId() } }),
  'moderationCases.read: one that waits': async (world) => {
    const { case_id } = await waiting(world)
    return { input: { id: case_id }, shows: case_id }
  },
  'moderationCases.decide: to approve': async (world) => approval((await waiting(world)).case_id),
  'moderationCases.decide: to approve one’s own': async (world) =>
    approval((await waiting(world, world.people.moderator)).case_id),
  'moderationCases.decide: to reject': async (world) => {
    const { case_id: id } = await waiting(world)
    return { input: { id, outcome: 'rejected', actions: [{ action: 'reject' }], reason: 'An advertisement' } }
  },
}

function approval(id: string) {
  return { input: { id, outcome: 'upheld', actions: [{ action: 'approve' }] } }
}

async function waiting({ db, people }: World, author: Viewer = people.author) {
  const id = newId()
  const content = 'A thought that waits'
  const held = { id, kind: 'note', author_id: author.id, reasons: ['sanction'] } as const
  const written = { payload: { content, parent_id: null }, words: { title: null, content } }
  const { case_id } = (await insertPending(db, {
    ...held,
    reasons: ['sanction'],
    watched: [],
    ...written,
  })) as {
    case_id: string
  }
  return { id, case_id }
}
