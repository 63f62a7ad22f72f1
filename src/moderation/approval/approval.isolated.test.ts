import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { requireApproval } from '../../../tests/required-approval.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { LIVE_CHANNEL } from '../../accounts/live/events.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { newMemberCheck } from '../new-members/reasons.server.ts'
import type { Submission } from './policy.ts'
import { erasePending } from './sql.server.ts'

let world: World
let ada: Viewer
let bo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
  bo = await world.buildMember()
  post = await world.buildPost()
  await requireApproval(world, ada)
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const mine = (who: Viewer | null, input: object = {}) =>
  call(router.pendingContent.list, input as never, as(who))
const withdraw = (who: Viewer | null, kind: string, id: string) =>
  call(router.pendingContent.withdraw, { kind, id } as never, as(who))
const comment = (id: string, content = 'Words.', who = ada) =>
  call(router.comments.create, { id: post, comment_id: id, content }, as(who))
const caseOf = (id: string) =>
  world.db.selectFrom('moderation_cases').selectAll().where('target_id', '=', id).executeTakeFirst()

/** Counts all public content and the rows derived from it, such as rankings and notifications. */
async function published() {
  const { rows } = await sql`
    select (select count(*) from posts) as posts, (select count(*) from comments) as comments,
      (select count(*) from notes) as notes, (select count(*) from post_rankings) as rankings,
      (select count(*) from post_search) as found, (select count(*) from user_activity) as activity,
      (select count(*) from notifications) as notifications,
      (select sum(comment_count) from posts) as counted`.execute(world.db)
  return rows[0]
}

describe('who needs approval', () => {
  test('is told what waits, and nothing of it is anywhere else', async () => {
    const before = await published()
    const parent = await world.buildNote()
    const others = await published()
    const frames: unknown[] = []
    const leave = world.services.bus.subscribe(LIVE_CHANNEL, (event) => frames.push(event))
    const title = 'On a secret'
    const sent = await call(router.posts.create, { title, content: `<p>Hello @${bo.username}.</p>` }, as(ada))
    expect(sent).toEqual({ id: expect.any(String), pending: { reasons: ['sanction'] } })
    const said = await call(
      router.comments.create,
      { id: post, content: `Hello @${bo.username}, see **this**.` },
      as(ada),
    )
    expect(said).toMatchObject({ post_id: post, author: { id: ada.id }, pending: { reasons: ['sanction'] } })
    expect(said.content_html).not.toBe('')
    const note = await call(router.notes.create, { content: 'A thought', parent_id: null }, as(ada))
    const reply = await call(router.notes.reply, { id: parent, content: 'Indeed' }, as(ada))
    expect([note.pending, reply.pending]).toEqual([{ reasons: ['sanction'] }, { reasons: ['sanction'] }])
    if (typeof leave === 'function') leave()
    expect(before).not.toEqual(others)
    expect(await published()).toEqual(others)
    expect(JSON.stringify(frames)).not.toContain(ada.id)
    expect((await mine(ada)).items).toMatchObject([
      { kind: 'note', id: reply.id, content: 'Indeed', parent_id: parent, state: 'waiting' },
      { kind: 'note', id: note.id, parent_id: null },
      { kind: 'comment', id: said.id, post_id: post, format: 'plain' },
      { kind: 'post', id: sent.id, title, format: 'rich', rule: null, reason: null },
    ])
    expect(await caseOf(sent.id)).toMatchObject({
      source: 'pending',
      kind: 'post',
      member_id: ada.id,
      snapshot: {
        title,
        content: `Hello @${bo.username}.`,
        author_username: ada.username,
        hold_reasons: ['sanction'],
      },
    })
    await expect(call(router.posts.read, { id: sent.id }, as(ada))).rejects.toMatchObject({ status: 404 })
  })

  test('finds their own by kind and post, and nobody else finds it', async () => {
    const { id } = await comment(newId())
    await call(router.notes.create, { content: 'A thought' }, as(ada))
    const other = await world.buildPost()
    expect((await mine(ada, { kind: 'comment', post_id: post })).items.map((item) => item.id)).toEqual([id])
    expect((await mine(ada, { post_id: other })).items).toEqual([])
    expect((await mine(ada, { kind: 'note' })).items).toHaveLength(1)
    for (const who of [bo, world.people.moderator, world.people.admin])
      expect((await mine(who)).items).toEqual([])
    await expect(mine(null)).rejects.toMatchObject({ status: 401 })
    await expect(mine(ada, { kind: 'profile' })).rejects.toMatchObject({ status: 400 })
    await expect(mine(ada, { post_id: 'x' })).rejects.toMatchObject({ status: 400 })
  })

  test('has a list in pages', async () => {
    for (let n = 0; n < 52; n++) await call(router.notes.create, { content: `Thought ${n}` }, as(ada))
    const first = await mine(ada)
    const second = await mine(ada, { cursor: first.next })
    const words = [...first.items, ...second.items].map(({ content }) => content)
    expect(words).toEqual(Array.from({ length: 52 }, (_, n) => `Thought ${51 - n}`))
    expect(second.next).toBe(null)
  })

  test('is nobody whose sanction has ended, was lifted or has not begun', async () => {
    for (const ended of [
      { starts_at: '2020-01-01', ends_at: '2020-02-01' },
      { lifted_at: new Date().toISOString() },
      { starts_at: '2100-01-01' },
    ]) {
      const member = await world.buildMember()
      await requireApproval(world, member, ended)
      expect((await comment(newId(), 'Free words', member)).pending).toBeUndefined()
    }
  })
})

test('whoever has reasons is asked with the words and how the form was filled in, which nobody keeps', async () => {
  const asked: Submission[] = []
  const forgotten: Submission[] = []
  vi.spyOn(newMemberCheck, 'reasonsOf').mockImplementation(async ({ viewer }, submission) => {
    if (viewer.id !== bo.id) return []
    asked.push(submission)
    return submission.hidden_field ? ['hidden_field', 'hidden_field', 'seen_text'] : []
  })
  vi.spyOn(newMemberCheck, 'reviewOf').mockImplementation(async ({ viewer }) =>
    viewer.id === bo.id ? 'links' : 'none',
  )
  vi.spyOn(newMemberCheck, 'forget').mockImplementation(async ({ viewer }, submission) => {
    if (viewer.id === bo.id) forgotten.push(submission)
  })
  const facts = { website: 'https://example.org' }
  const written = { title: 'A title', content: '<p>So &amp; so.</p>' }
  const { id, pending } = await call(router.posts.create, { ...written, ...facts }, as(bo))
  expect(pending).toEqual({ reasons: ['hidden_field', 'seen_text'] })
  const submission = { kind: 'post', id, ...written, hidden_field: facts.website }
  expect(asked).toEqual([submission])
  expect(forgotten).toEqual([])
  expect((await mine(bo)).review).toBe('links')
  await requireApproval(world, bo)
  expect((await mine(bo)).review).toBe('all')
  expect((await mine(world.people.other)).review).toBe('none')
  const nowhere = call(router.comments.create, { id: newId(), content: 'Words.' }, as(bo))
  await expect(nowhere).rejects.toMatchObject({ status: 404 })
  expect(forgotten).toMatchObject([{ kind: 'comment', content: 'Words.' }])
  const kept = world.db.selectFrom('pending_content').select('payload').where('id', '=', id)
  expect(await kept.executeTakeFirst()).toEqual({
    payload: { ...written, html: written.content, format: 'rich', concept_ids: [] },
  })
})

describe('what could not be published', () => {
  test('is refused as it always was, and not held', async () => {
    const locked = await world.buildPost()
    await world.db
      .updateTable('posts')
      .set({ locked_at: new Date().toISOString() })
      .where('id', '=', locked)
      .execute()
    const answers = [
      call(router.comments.create, { id: locked, content: 'Words.' }, as(ada)),
      call(router.comments.create, { id: newId(), content: 'Words.' }, as(ada)),
      call(router.comments.create, { id: post, content: 'Words.', parent_id: newId() }, as(ada)),
      call(router.notes.reply, { id: newId(), content: 'Words.' }, as(ada)),
      call(router.posts.create, { title: 'A title', content: ' ' }, as(ada)),
      call(router.comments.create, { id: post, content: '  ' }, as(ada)),
      call(router.notes.create, { content: 'Words.', website: 'x'.repeat(2001) }, as(ada)),
    ]
    const results = await Promise.allSettled(answers)
    const statuses = results.map((result) => (result.status === 'rejected' ? result.reason.status : 'ok'))
    expect(statuses).toEqual([409, 404, 409, 404, 400, 400, 400])
    expect((await mine(ada)).items).toEqual([])
  })

  test('is refused to who was blocked by whom they answer', async () => {
    const note = await world.buildNote({ author: bo })
    await call(router.blocks.add, { username: ada.username }, as(bo))
    const free = await world.buildMember()
    await call(router.blocks.add, { username: free.username }, as(bo))
    const refusals = await Promise.allSettled(
      [ada, free].map((who) => call(router.notes.reply, { id: note, content: 'Words.' }, as(who))),
    )
    const [held, published] = refusals.map((one) => one.status === 'rejected' && one.reason)
    expect(published).toBeTruthy()
    expect([held.status, held.message]).toEqual([published.status, published.message])
  })
})

describe('what is sent twice', () => {
  test('stays one thing, also at once', async () => {
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 6 }, () => comment(id)))
    for (const answer of answers) expect(answer).toMatchObject({ id, pending: { reasons: ['sanction'] } })
    expect(await comment(id)).toMatchObject({ id, pending: { reasons: ['sanction'] } })
    expect((await mine(ada)).items).toHaveLength(1)
    const cases = world.db.selectFrom('moderation_cases').selectAll().where('target_id', '=', id)
    expect(await cases.execute()).toHaveLength(1)
  })

  test('with other words replaces what waits; by somebody else it is a conflict', async () => {
    const id = newId()
    await comment(id)
    const former = await caseOf(id)
    expect(await comment(id, 'Other **words**.')).toMatchObject({ id, pending: { reasons: ['sanction'] } })
    await requireApproval(world, bo)
    await expect(comment(id, 'Words.', bo)).rejects.toMatchObject({ status: 409 })
    expect((await mine(ada)).items).toMatchObject([{ content: 'Other **words**.', state: 'waiting' }])
    expect((await mine(bo)).items).toEqual([])
    const closed = await world.db
      .selectFrom('moderation_cases')
      .select(['outcome', 'snapshot'])
      .where('id', '=', former?.id as string)
      .executeTakeFirst()
    expect(closed).toEqual({ outcome: 'moot', snapshot: null })
  })

  test('at the same moment with different words is one of them', async () => {
    const id = newId()
    await comment(id)
    const versions = ['One.', 'Two.', 'Three.', 'Four.']
    await Promise.allSettled(versions.map((words) => comment(id, words)))
    const { items } = await mine(ada)
    expect(items).toHaveLength(1)
    expect(versions).toContain(items[0]?.content)
  })

  test('stays as it was where the edited one is refused', async () => {
    const id = newId()
    await comment(id)
    await world.db
      .updateTable('posts')
      .set({ locked_at: new Date().toISOString() })
      .where('id', '=', post)
      .execute()
    await expect(comment(id, 'Too late.')).rejects.toMatchObject({ status: 409 })
    expect((await mine(ada)).items).toMatchObject([{ content: 'Words.', state: 'waiting' }])
  })

  test('is published once its reason is gone', async () => {
    const id = newId()
    await comment(id)
    await sql`update sanctions set lifted_at = now() where member_id = ${ada.id}`.execute(world.db)
    expect((await comment(id, 'Better words.')).pending).toBeUndefined()
    expect((await mine(ada)).items).toEqual([])
  })

  test('keeps its formatting for its author', async () => {
    const content = '<p>See <strong>this</strong>:</p><ul><li>One</li></ul><p>https://elsewhere.example</p>'
    const { id } = await call(
      router.posts.create,
      { title: 'T', content: `${content}<script>1</script>` },
      as(ada),
    )
    const [item] = (await mine(ada)).items
    expect(item).toMatchObject({ id, concept_ids: [] })
    expect(item?.content_html).toContain('<strong>this</strong>')
    expect(item?.content_html).toContain('<ul dir="auto"><li>One</li></ul>')
    expect(item?.content_html).toContain('rel="nofollow ugc noopener"')
    expect(item?.content_html).not.toContain('script')
  })

  test('is free again after it was taken back', async () => {
    const id = newId()
    await comment(id)
    // After the member withdraws the pending text, its id can be reused for another text.
    await withdraw(ada, 'comment', id)
    expect(await comment(id, 'Other words.')).toMatchObject({ id, pending: {} })
  })

  test('is what was published where it was published before', async () => {
    const id = newId()
    const free = await world.buildMember()
    await comment(id, 'Words.', free)
    await requireApproval(world, free)
    expect((await comment(id, 'Words.', free)).pending).toBeUndefined()
    expect((await mine(free)).items).toEqual([])
  })

  test('waits on where it waited when its author is free again', async () => {
    const id = newId()
    await comment(id)
    await sql`update sanctions set lifted_at = now() where member_id = ${ada.id}`.execute(world.db)
    expect(await comment(id)).toMatchObject({ id, pending: { reasons: ['sanction'] } })
    expect((await comment(newId(), 'More words.')).pending).toBeUndefined()
  })
})

describe('withdrawing', () => {
  test('takes it and its words from the queue', async () => {
    const { id } = await comment(newId())
    expect(await withdraw(ada, 'comment', id)).toEqual({ kind: 'comment', id })
    expect((await mine(ada)).items).toEqual([])
    expect(await caseOf(id)).toMatchObject({ outcome: 'moot', closed_by: null, snapshot: null })
    await expect(withdraw(ada, 'comment', id)).rejects.toMatchObject({ status: 404 })
  })

  test('is for its author alone', async () => {
    const { id } = await comment(newId())
    for (const who of [bo, world.people.moderator, world.people.admin])
      await expect(withdraw(who, 'comment', id)).rejects.toMatchObject({ status: 404 })
    await expect(withdraw(null, 'comment', id)).rejects.toMatchObject({ status: 401 })
    await expect(withdraw(ada, 'note', id)).rejects.toMatchObject({ status: 404 })
    await expect(withdraw(ada, 'profile', id)).rejects.toMatchObject({ status: 400 })
    expect((await mine(ada)).items).toHaveLength(1)
  })

  test('happens with its author', async () => {
    const { id } = await comment(newId())
    await world.db.deleteFrom('users').where('id', '=', ada.id).execute()
    expect(await caseOf(id)).toMatchObject({ outcome: 'moot', member_id: null, snapshot: null })
    const rows = world.db.selectFrom('pending_content').selectAll().where('id', '=', id)
    expect(await rows.execute()).toEqual([])
  })
})

test('what was not approved is erased 90 days later', async () => {
  const [old, young, open] = [await comment(newId()), await comment(newId()), await comment(newId())]
  for (const [{ id }, days] of [
    [old, 91],
    [young, 89],
  ] as const)
    await sql`
      update moderation_cases set outcome = 'rejected', closed_at = now() - ${`${days} days`}::interval
      where target_id = ${id}`.execute(world.db)
  await erasePending(world.db)
  expect((await mine(ada)).items.map(({ id }) => id)).toEqual([open.id, young.id])
})
