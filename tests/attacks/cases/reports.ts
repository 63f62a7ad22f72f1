import type { Viewer } from '../../../src/core/viewer.ts'
import { insertReport } from '../../../src/moderation/reports/sql.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for reports about the author's content. `other` reports it, or received a reported message. */
export const reports: Cases = {
  'reports.create': async (world) => wish('post', await world.buildPost()),
  'reports.create: a message': async (world) => wish('message', await writeToOther(world)),
  'reports.create: one that is gone': async () => wish('comment', newId()),
  'reports.mine': async (world) => {
    const { id } = await reportedNote(world)
    return { input: {}, shows: id }
  },
}

export const moderationCases: Cases = {
  'moderationCases.list': async (world) => ({
    input: { kind: 'note' },
    shows: (await reportedNote(world)).case_id,
  }),
  'moderationCases.waiting': async (world) => {
    await world.db.deleteFrom('moderation_cases').execute()
    await reportedNote(world)
    return { input: undefined, shows: '"open":1' }
  },
  'moderationCases.read': async (world) => {
    const { case_id } = await reportedNote(world)
    return { input: { id: case_id }, shows: case_id }
  },
  'moderationCases.read: one that is gone': async () => {
    const id = newId()
    return { input: { id }, shows: id }
  },
  'moderationCases.claim': async (world) => ({ input: { id: (await reportedNote(world)).case_id } }),
  'moderationCases.claim: one that is gone': async () => ({ input: { id: newId() } }),
  'moderationCases.claim: of a moderator': aboutModerator,
  'moderationCases.release': async (world) => {
    const { case_id: id } = await reportedNote(world)
    const claim = {
      claimed_by: world.people.moderator.id,
      claimed_until: new Date(Date.now() + 60_000).toISOString(),
    }
    await world.db.updateTable('moderation_cases').set(claim).where('id', '=', id).execute()
    return { input: { id } }
  },
  'moderationCases.release: one that is gone': async () => ({ input: { id: newId() } }),
  'moderationCases.decide': async (world) => decision((await reportedNote(world)).case_id),
  'moderationCases.decide: one that is gone': async () => decision(newId()),
  'moderationCases.decide: of a moderator': async (world) => decision((await aboutModerator(world)).input.id),
  'moderationCases.decide: one that I reported': async (world) =>
    decision((await reportedNote(world, { by: world.people.moderator })).case_id),
  'moderationCases.decide: a closed one': async (world) => decision(await closedCase(world)),
  'moderationCases.decideMany': async (world) => decisions((await reportedNote(world)).case_id),
  'moderationCases.decideMany: one that is gone': async () => decisions(newId()),
  'moderationCases.moderators': async (world) => ({ input: undefined, shows: world.people.moderator.id }),
  'moderationCases.assign': async (world) => assignment((await reportedNote(world)).case_id, world),
  'moderationCases.assign: one that is gone': async (world) => assignment(newId(), world),
  'moderationCases.assign: to a member': async (world) => ({
    input: { id: (await reportedNote(world)).case_id, assignee: world.people.other.id },
  }),
  'moderationCases.assign: a closed one': async (world) => assignment(await closedCase(world), world),
  'moderationCases.addNote': async (world) => note((await reportedNote(world)).case_id),
  'moderationCases.addNote: one that is gone': async () => note(newId()),
}

async function closedCase(world: World): Promise<string> {
  const { case_id } = await reportedNote(world)
  const closing = { outcome: 'upheld', closed_at: new Date().toISOString() } as const
  await world.db.updateTable('moderation_cases').set(closing).where('id', '=', case_id).execute()
  return case_id
}

function decisions(id: string) {
  return { input: { ids: [id], outcome: 'rejected', reason: 'It breaks no rule' } }
}

function assignment(id: string, { people }: World) {
  return { input: { id, assignee: people.moderator.id } }
}

function note(id: string) {
  return { input: { id, text: 'Ask the author first' } }
}

function decision(id: string) {
  return { input: { id, outcome: 'rejected', reason: 'It breaks no rule' } }
}

async function aboutModerator(world: World) {
  const author = await world.buildMember({ roles: ['moderator'] })
  return { input: { id: (await reportedNote(world, { author })).case_id } }
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

/** Creates a report by `other` about a note by the author, unless `author` or `by` names another member. */
async function reportedNote(world: World, { author, by }: { author?: Viewer; by?: Viewer } = {}) {
  const id = await world.buildNote(author && { author })
  const report = { kind: 'note', id, reason: 'spam', words: 'Look', limit: undefined } as const
  const { case_id } = await insertReport(world.db, { reporterId: (by ?? world.people.other).id, ...report })
  return { id, case_id: case_id as string }
}
