import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Sanction, Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import type { ReportedKind, ReportReason } from './policy.ts'
import { insertReport } from './sql.server.ts'

let world: World
let author: Viewer
let ada: Viewer
let bo: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  author = await world.buildMember({ full_name: 'Mara Okonkwo' })
  ada = await world.buildMember()
  bo = await world.buildMember()
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const report = (
  who: Viewer | null,
  kind: ReportedKind,
  id: string,
  reason: ReportReason = 'spam',
  words = '',
) => call(router.reports.create, { kind, id, reason, words }, as(who))
const mine = async (who: Viewer) => (await call(router.reports.mine, {}, as(who))).items
const casesOf = (id: string) =>
  world.db.selectFrom('moderation_cases').selectAll().where('target_id', '=', id).execute()
const caseOf = async (id: string) => (await casesOf(id))[0]
const write = async (from: Viewer, to: Viewer, content: string) =>
  (await call(router.conversations.send, { username: to.username, content }, as(from))).id
const close = (id: string, outcome: 'upheld' | 'rejected' | 'moot') =>
  world.db
    .updateTable('moderation_cases')
    .set({ outcome, closed_at: sql`now()` })
    .where('target_id', '=', id)
    .where('closed_at', 'is', null)
    .execute()

describe('what is reported', () => {
  test('a post, as it was when it was first reported, also once it is edited and deleted', async () => {
    const id = await world.buildPost({
      author,
      title: 'Before',
      content: '<p>Buy <a href="https://x.test/?a=1&amp;b">it</a></p>',
    })
    expect(await report(ada, 'post', id, 'spam', ' Look \r\n here ')).toEqual({ kind: 'post', id })
    await world.db.updateTable('posts').set({ title: 'After' }).where('id', '=', id).execute()
    await report(bo, 'post', id, 'abuse')
    await call(router.posts.remove, { id }, as(author))
    expect(await caseOf(id)).toMatchObject({
      source: 'report',
      kind: 'post',
      member_id: author.id,
      report_count: 2,
      weight: 1,
      closed_at: null,
      snapshot: { title: 'Before', author_name: 'Mara Okonkwo', links: ['https://x.test/?a=1&amp;b'] },
    })
    const words = await world.db
      .selectFrom('reports')
      .select('words')
      .where('reporter_id', '=', ada.id)
      .execute()
    expect(words).toEqual([{ words: 'Look \n here' }])
  })

  test('a comment, a note and a profile', async () => {
    const post = await world.buildPost()
    const comment = await world.buildComment({ post_id: post, author, content: 'Rude words' })
    const note = await world.buildNote({ author, content: 'A rude note' })
    await world.db.updateTable('profiles').set({ bio: 'I sell' }).where('id', '=', author.id).execute()
    await report(ada, 'comment', comment)
    await report(ada, 'note', note)
    await report(ada, 'profile', author.id)
    expect(await caseOf(comment)).toMatchObject({ snapshot: { content: 'Rude words', post_id: post } })
    expect(await caseOf(note)).toMatchObject({ snapshot: { content: 'A rude note' } })
    expect(await caseOf(author.id)).toMatchObject({ snapshot: { title: 'Mara Okonkwo', content: 'I sell' } })
  })

  test('a message, with five before it and nothing after it or of others, also once its writer has left', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await write(n % 2 ? author : ada, n % 2 ? ada : author, `No. ${n}`)
    const id = await write(author, ada, 'Meet me or else')
    await write(author, ada, 'Later words')
    await write(author, bo, 'To somebody else')
    await report(ada, 'message', id, 'abuse')
    await world.db.deleteFrom('users').where('id', '=', author.id).execute()
    const { snapshot, member_id } = (await caseOf(id)) as unknown as {
      snapshot: StoredReport
      member_id: string | null
    }
    expect(member_id).toBe(null)
    expect(snapshot).toMatchObject({ content: 'Meet me or else', author_name: 'Mara Okonkwo' })
    expect(snapshot.context.map(({ content }) => content)).toEqual([3, 4, 5, 6, 7].map((n) => `No. ${n}`))
    expect(JSON.stringify(snapshot)).not.toMatch(/Later|somebody else/)
  })

  test('by a suspended member: a message that they received, and nothing else', async () => {
    const sanctions: Sanction[] = [
      {
        id: newId(),
        kind: 'suspension',
        message: '',
        rule: null,
        per_day: null,
        ends_at: null,
        action_id: newId(),
      },
    ]
    const suspended = { ...ada, sanctions }
    const message = await write(author, ada, 'You deserved that')
    expect(await report(suspended, 'message', message, 'abuse')).toEqual({ kind: 'message', id: message })
    expect(await caseOf(message)).toMatchObject({ kind: 'message', report_count: 1 })
    const post = await world.buildPost({ author })
    await expect(report(suspended, 'post', post)).rejects.toMatchObject({ code: 'SUSPENDED', status: 403 })
    expect(await casesOf(post)).toEqual([])
  })

  test('has one open case, however many report it at once, and a new one once that is closed', async () => {
    const id = await world.buildPost({ author })
    const crowd = await Promise.all(Array.from({ length: 12 }, () => world.buildMember()))
    await Promise.all(crowd.map((member) => report(member, 'post', id)))
    expect(await casesOf(id)).toMatchObject([{ report_count: 12, weight: 6 }])
    await close(id, 'rejected')
    await report(ada, 'post', id)
    expect(await casesOf(id)).toHaveLength(2)
  })
})

interface StoredReport {
  context: { content: string }[]
}

test('the answer is the same the second time, and the report is one', async () => {
  const id = await world.buildPost({ author })
  const first = await report(ada, 'post', id)
  const again = await Promise.all([1, 2, 3].map(() => report(ada, 'post', id, 'illegal', 'Other words')))
  expect(again).toEqual([first, first, first])
  expect(await caseOf(id)).toMatchObject({ report_count: 1, weight: 0.5 })
})

describe('refused', () => {
  const refusal = async (who: Viewer | null, kind: ReportedKind, id: string) => {
    const error = (await report(who, kind, id).catch((refused: unknown) => refused)) as { toJSON(): unknown }
    return error.toJSON()
  }

  test('what the reporter cannot read, as what never was', async () => {
    const made_up = await refusal(ada, 'message', newId())
    expect(made_up).toMatchObject({ code: 'NOT_FOUND', status: 404 })
    const message = await write(author, bo, 'A secret')
    const post = await world.buildPost({ author })
    const deleted = await world.buildComment({ post_id: post, author })
    await world.buildComment({ post_id: post, author: bo, parent_id: deleted })
    await call(router.comments.remove, { id: deleted }, as(author))
    const unverified = await world.buildMember()
    await world.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', unverified.id)
      .execute()
    expect(await refusal(ada, 'message', message)).toEqual(made_up)
    expect(await refusal(ada, 'comment', deleted)).toEqual(made_up)
    expect(await refusal(ada, 'profile', unverified.id)).toEqual(made_up)
    // An id of a post can't be reported as a comment.
    expect(await refusal(ada, 'comment', post)).toEqual(made_up)
    expect(await casesOf(message)).toEqual([])
  })

  test('guests, one’s own things, and too many words', async () => {
    const id = await world.buildPost({ author })
    const own = await write(ada, bo, 'My words')
    expect(await refusal(null, 'post', id)).toMatchObject({ status: 401 })
    expect(await refusal(author, 'post', id)).toMatchObject({ status: 403 })
    expect(await refusal(ada, 'message', own)).toMatchObject({ status: 403 })
    expect(await refusal(ada, 'profile', ada.id)).toMatchObject({ status: 403 })
    await expect(report(ada, 'post', id, 'spam', 'a'.repeat(1001))).rejects.toMatchObject({ status: 400 })
  })
})

describe('a day has', () => {
  const limit = 6
  const tryReport = async (who: Viewer) => {
    const id = await world.buildNote({ author })
    return insertReport(world.services.db, {
      reporterId: who.id,
      kind: 'note',
      id,
      reason: 'spam',
      words: '',
      limit,
    })
  }
  test('so many reports, and says when there are more', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryReport(ada)))
    expect(answers.filter((each) => each.answer === 'reported')).toHaveLength(6)
    expect(answers.find((each) => each.answer === 'too_many')?.wait).toBeGreaterThan(86_000)
    await sql`update reports set created_at = now() - interval '25 hours' where reporter_id = ${ada.id}`.execute(
      world.db,
    )
    expect(await tryReport(ada)).toMatchObject({ answer: 'reported' })
  })

  test('as many for a new member', async () => {
    const newcomer = await world.buildMember({ is_established: false })
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryReport(newcomer)))
    expect(answers.filter((each) => each.answer === 'reported')).toHaveLength(6)
  })
})

describe('weight', () => {
  test('is by what became of one’s reports; what is gone counts for neither', async () => {
    for (const outcome of ['upheld', 'upheld', 'upheld', 'rejected', 'moot'] as const) {
      const id = await world.buildNote({ author })
      await report(ada, 'note', id)
      await close(id, outcome)
    }
    const id = await world.buildNote({ author })
    await report(ada, 'note', id)
    expect((await caseOf(id))?.weight).toBeCloseTo(4 / 6)
  })

  test.each(['illegal', 'private'] as const)(
    'starts at 3 for “%s”, also when others came first',
    async (reason) => {
      const [first, second] = [await world.buildNote({ author }), await world.buildNote({ author })]
      await report(ada, 'note', first, reason)
      await report(ada, 'note', second)
      await report(bo, 'note', second, reason)
      await report(bo, 'note', first)
      expect([(await caseOf(first))?.weight, (await caseOf(second))?.weight]).toEqual([3.5, 3])
    },
  )
})

describe('one’s own reports', () => {
  test('say what became of them, and a notification does', async () => {
    const id = await world.buildNote({ author })
    await report(ada, 'note', id)
    await report(bo, 'note', id)
    expect(await mine(ada)).toMatchObject([{ kind: 'note', target_id: id, state: 'open', outcome: null }])
    await close(id, 'upheld')
    expect(await mine(ada)).toMatchObject([{ state: 'closed', outcome: 'upheld' }])
    for (const reporter of [ada, bo])
      expect((await call(router.notifications.list, {}, as(reporter))).items).toMatchObject([
        {
          type: 'report_outcome',
          related_user: null,
          title: 'Your report of a note was upheld. Thanks for letting us know.',
        },
      ])
    expect((await call(router.notifications.list, {}, as(author))).items).toEqual([])
    expect(await mine(author)).toEqual([])
  })
})

test('what is removed elsewhere closes its case, and its reporters hear of it', async () => {
  const { moderator } = world.people
  const id = await world.buildNote({ author })
  await report(ada, 'note', id)
  await world.db
    .insertInto('moderation_actions')
    .values({
      action: 'remove',
      acted_by: moderator.id,
      acted_as: 'moderator',
      kind: 'note',
      target_id: id,
      member_id: author.id,
      number: 0,
      digest: Buffer.alloc(32),
    })
    .execute()
  expect(await caseOf(id)).toMatchObject({ outcome: 'upheld', closed_by: moderator.id })
  expect(await mine(ada)).toMatchObject([{ outcome: 'upheld' }])
})

test('a reporter is led to what they reported, but for a message', async () => {
  const post = await world.buildPost({ author })
  const comment = await world.buildComment({ post_id: post, author })
  const note = await world.buildNote({ author })
  const reply = await world.buildNote({ author, parent_id: note })
  const message = await write(author, ada, 'Between two')
  const things = { post, comment, profile: author.id, message } as const
  for (const [kind, id] of Object.entries(things)) await report(ada, kind as ReportedKind, id)
  for (const id of [note, reply]) await report(ada, 'note', id)
  const paths = Object.fromEntries((await mine(ada)).map(({ target_id, path }) => [target_id, path]))
  expect(paths).toEqual({
    [post]: `/post/${post}`,
    [comment]: `/post/${post}?comment=${comment}#comment-${comment}`,
    [note]: `/notes/${note}`,
    [reply]: `/notes/${note}?reply=${reply}#note-${reply}`,
    [author.id]: `/profile/${author.username}`,
    [message]: null,
  })
})
