import { call } from '@orpc/server'
import { router } from '../../src/app/router.server.ts'
import type { Role, Viewer } from '../../src/core/viewer.ts'
import type { World } from '../world.ts'

/** A moderator or admin who was reported, and the data about them that they must not see. */
export interface ConcernedPerson {
  person: Viewer
  /** A member who reported them and has done nothing else, so a response with their id reveals the report. */
  reporter: Viewer
  colleague: Viewer
  post: string
  comment: string
  note: string
  /** Words in the reports, and in all notes that colleagues wrote about them. */
  secrets: string[]
  /** Ids of all moderation cases about them, open and closed. */
  cases: string[]
  /** Ids of all entries about them in the moderation log. */
  actions: string[]
}

let count = 0

/**
 * Creates everything that can be written about a reported member: reports on each kind of content, decisions,
 * sanctions, an appeal, a redaction. Admins cannot be sanctioned, so an admin gets the role only afterwards.
 */
export async function concern(world: World, role: Role): Promise<ConcernedPerson> {
  const n = ++count
  const words = { report: `tecolotl${n}delator`, note: `tecolotl${n}privatim` }
  const member = { username: `reported${n}`, full_name: null }
  const person = await world.buildMember({ ...member, roles: ['moderator'] })
  const reporter = await world.buildMember({ username: `reporter${n}`, full_name: null })
  const colleague = await world.buildMember({ roles: ['admin'] })
  const [own, by] = [asPerson(world, person), asPerson(world, colleague)]
  const post = await world.buildPost({ author: person })
  const comment = await world.buildComment({ post_id: post, author: person })
  const note = await world.buildNote({ author: person })
  const { id: message } = await call(
    router.conversations.send,
    { username: world.people.other.username, content: 'Words.' },
    own,
  )
  const report = (kind: 'post' | 'comment' | 'note' | 'profile' | 'message', id: string, as = reporter) =>
    call(router.reports.create, { kind, id, reason: 'abuse', words: words.report }, asPerson(world, as))
  await report('post', post)
  await report('comment', comment)
  await report('note', note)
  await report('profile', person.id)
  await report('message', message, world.people.other)
  const caseOf = async (target: string) =>
    (
      await world.db
        .selectFrom('moderation_cases')
        .select('id')
        .where('target_id', '=', target)
        .executeTakeFirstOrThrow()
    ).id
  const open = { post: await caseOf(post), comment: await caseOf(comment), note: await caseOf(note) }
  const grounds = { reason: 'Abuse.', note: words.note }
  await call(router.moderationCases.claim, { id: await caseOf(person.id) }, by)
  await call(router.moderationCases.addNote, { id: open.comment, text: words.note }, by)
  await call(router.moderationCases.assign, { id: open.post, assignee: colleague.id }, by)
  await call(router.moderationCases.decide, { id: open.comment, outcome: 'rejected', ...grounds }, by)
  const actions = [{ action: 'remove' as const }, { action: 'warn' as const, message: 'Please do not.' }]
  await call(router.moderationCases.decide, { id: open.note, outcome: 'upheld', actions, ...grounds }, by)
  const { username } = person
  await call(router.memberView.addNote, { username, text: words.note }, by)
  const approval = { username, kind: 'approval' as const, message: 'A week.', ends: null, ...grounds }
  const sanction = await call(router.sanctions.create, approval, by)
  await call(router.sanctions.lift, { id: sanction.id, ...grounds }, by)
  await call(router.moderationActions.redact, { id: sanction.action_id, note: words.note }, by)
  const warning = { username, kind: 'warning' as const, message: 'Do not.', ...grounds }
  const { action_id } = await call(router.sanctions.create, warning, by)
  const appeal = await call(router.appeals.create, { id: action_id, words: 'It was not so.' }, own)
  const judge = asPerson(world, await world.buildMember({ roles: ['admin'] }))
  await call(router.appeals.decide, { id: appeal.id, outcome: 'granted', note: words.note }, judge)
  await call(router.postModeration.lock, { id: post, ...grounds }, by)
  await world.db
    .deleteFrom('sanctions')
    .where('member_id', '=', person.id)
    .where('kind', '<>', 'warning')
    .execute()
  if (role === 'admin') {
    await world.db.updateTable('user_roles').set({ role }).where('user_id', '=', person.id).execute()
    person.roles = [role]
  }
  const about = (table: 'moderation_cases' | 'moderation_actions') =>
    world.db.selectFrom(table).select('id').where('member_id', '=', person.id).execute()
  return {
    person,
    reporter,
    colleague,
    post,
    comment,
    note,
    secrets: Object.values(words),
    cases: (await about('moderation_cases')).map(({ id }) => id),
    actions: (await about('moderation_actions')).map(({ id }) => id),
  }
}

function asPerson(world: World, person: Viewer) {
  return { context: world.asContext(person) }
}
