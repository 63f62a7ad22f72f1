import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requireApproval } from '../../../tests/required-approval.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { recordAction } from '../record-action.server.ts'

let world: World
let ada: Viewer
let bo: Viewer
let mo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
  mo = await world.buildMember({ full_name: 'Mo Ray', roles: ['moderator'] })
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
  bo = await world.buildMember()
  post = await world.buildPost({ author: bo, title: 'On slow change' })
  await requireApproval(world, ada)
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const mine = async (who: Viewer) => (await call(router.pendingContent.list, {}, as(who))).items
const decide = (who: Viewer | null, id: string, decision: Record<string, unknown>) =>
  call(router.moderationCases.decide, { id, ...decision } as never, as(who))
const approve = (id: string, who: Viewer | null = mo) =>
  decide(who, id, { outcome: 'upheld', actions: [{ action: 'approve' }] })
const reject = (id: string, who: Viewer | null = mo, why: object = { reason: 'An advertisement' }) =>
  decide(who, id, { outcome: 'rejected', actions: [{ action: 'reject' }], ...why })
const read = (id: string, who = mo) => call(router.moderationCases.read, { id }, as(who))
const told = async (who: Viewer) => (await call(router.notifications.list, {}, as(who))).items

/** Creates a comment that needs approval. Returns the ids of the comment and of its moderation case. */
async function held(comment: { content?: string; parent_id?: string } = {}) {
  const { id } = await call(router.comments.create, { id: post, content: 'Words.', ...comment }, as(ada))
  return { id, case_id: await caseOf(id) }
}

async function caseOf(id: string): Promise<string> {
  const found = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', id)
  return (await found.executeTakeFirstOrThrow()).id
}

describe('the queue', () => {
  test('has what waits among what was reported, with its words and why it waits', async () => {
    const { id, case_id } = await held({ content: 'Look at this.' })
    const reported = await world.buildNote()
    await call(router.reports.create, { kind: 'note', id: reported, reason: 'spam', words: '' }, as(bo))
    const ids = async (input: object) =>
      (await call(router.moderationCases.list, input as never, as(mo))).items.map((item) => item.target_id)
    expect(await ids({})).toEqual(expect.arrayContaining([id, reported]))
    expect(await ids({ source: 'pending' })).toContain(id)
    expect(await ids({ source: 'pending' })).not.toContain(reported)
    expect(await ids({ source: 'report' })).toContain(reported)
    expect(await ids({ source: 'report' })).not.toContain(id)
    expect(await read(case_id)).toMatchObject({
      source: 'pending',
      member: { id: ada.id },
      hold_reasons: ['sanction'],
      excerpt: 'Look at this.',
      snapshot: { content: 'Look at this.' },
      now: { state: 'unchanged', path: `/post/${post}#comments` },
      actions: ['suspend', 'rate_limit', 'require_approval', 'warn', 'approve', 'reject'],
      reports: [],
      obstacle: null,
    })
    // Content in a reported case is already public, so it can be removed but not approved.
    const report = await caseOf(reported)
    expect((await read(report)).actions).not.toContain('approve')
    await expect(approve(report)).rejects.toMatchObject({ status: 400 })
  })

  test('is closed to everybody else', async () => {
    const { case_id } = await held()
    for (const who of [ada, bo, world.people.editor])
      await expect(approve(case_id, who)).rejects.toMatchObject({ status: 403 })
    await expect(approve(case_id, null)).rejects.toMatchObject({ status: 401 })
    expect(await mine(ada)).toHaveLength(1)
  })

  test('lets nobody approve their own', async () => {
    const ida = await world.buildMember({ roles: ['moderator'] })
    await requireApproval(world, ida)
    const { id } = await call(router.notes.create, { content: 'A thought' }, as(ida))
    const case_id = await caseOf(id)
    for (const [who, status] of [
      [ida, 404],
      [mo, 403],
    ] as const) {
      await expect(approve(case_id, who)).rejects.toMatchObject({ status })
      await expect(reject(case_id, who)).rejects.toMatchObject({ status })
    }
    await approve(case_id, world.people.admin)
    expect(await call(router.notes.read, { id }, as(null))).toMatchObject({ content: 'A thought' })
  })

  test('takes one of two decisions, which say what they mean', async () => {
    const { case_id } = await held()
    for (const decision of [
      { outcome: 'upheld' },
      { outcome: 'rejected', reason: 'No.' },
      { outcome: 'upheld', actions: [{ action: 'reject' }], reason: 'No.' },
      { outcome: 'rejected', actions: [{ action: 'approve' }], reason: 'No.' },
      { outcome: 'upheld', actions: [{ action: 'remove' }], reason: 'No.' },
      { outcome: 'rejected', actions: [{ action: 'reject' }] },
      { outcome: 'moot' },
    ])
      await expect(decide(mo, case_id, decision), JSON.stringify(decision)).rejects.toMatchObject({
        status: 400,
      })
    expect((await read(case_id)).closed).toBe(null)
  })
})

describe('approving', () => {
  test('publishes it under its id, now, and tells everybody whom sending tells', async () => {
    const { id, case_id } = await held({ content: `See, @${world.people.other.username}.` })
    await sql`update pending_content set created_at = now() - interval '3 days' where id = ${id}`.execute(
      world.db,
    )
    await approve(case_id)
    const [comment] = (await call(router.comments.list, { id: post }, as(null))).items
    expect(comment).toMatchObject({ id, author: { id: ada.id }, content: expect.stringContaining('See, ') })
    expect(Date.now() - Date.parse(comment?.created_at ?? '')).toBeLessThan(60_000)
    expect(await mine(ada)).toEqual([])
    expect(await told(bo)).toMatchObject([{ type: 'comment', comment_id: id }])
    expect(await told(world.people.other)).toMatchObject([{ type: 'mention', comment_id: id }])
    expect(await told(ada)).toMatchObject([
      {
        type: 'approval_outcome',
        title: 'A moderator approved your comment on “On slow change”',
        comment_id: id,
        post_id: post,
        related_user: null,
      },
    ])
    expect(await read(case_id)).toMatchObject({
      closed: { outcome: 'upheld', closed_by: { id: mo.id } },
      now: { state: 'unchanged', path: `/post/${post}?comment=${id}#comment-${id}` },
    })
    const { items } = await call(router.moderationActions.list, {}, as(null))
    expect(items[0]).toMatchObject({
      action: 'approve',
      kind: 'comment',
      post_id: post,
      acted_by: { id: mo.id },
    })
    expect(JSON.stringify(items)).not.toContain('See, ')
    // A repeated request, for example after a lost response, returns the same comment.
    const again = { id: post, comment_id: id, content: `See, @${world.people.other.username}.` }
    expect(await call(router.comments.create, again, as(ada))).toMatchObject({ id, content: again.content })
    expect((await call(router.comments.list, { id: post }, as(null))).items).toHaveLength(1)
  })

  test('leaves what is there equal to what was never held', async () => {
    const equal = await world.buildMember()
    const [concept] = await world.db.selectFrom('concepts').select('id').limit(1).execute()
    const concepts = concept ? [concept.id] : []
    const rows: Record<string, unknown>[] = []
    for (const author of [ada, equal]) {
      const place = await world.buildPost({ author: bo })
      const parent = await world.buildComment({ post_id: place, author: bo })
      const above = await world.buildNote({ author: bo })
      const content = '<p>Words &amp; <b>more</b>.</p>'
      const [title, format] = ['A title', 'rich'] as const
      const sent = [
        await call(router.posts.create, { title, content, format, concept_ids: concepts }, as(author)),
        await call(
          router.comments.create,
          { id: place, parent_id: parent, content: 'So it is.' },
          as(author),
        ),
        await call(router.notes.create, { content: 'A thought' }, as(author)),
        await call(router.notes.reply, { id: above, content: 'Indeed' }, as(author)),
      ]
      if (author === ada) for (const { id } of sent) await approve(await caseOf(id))
      rows.push(await everythingOf(author, [place, parent, above]))
    }
    expect(rows[0]).toEqual(rows[1])
    const { rows: drift } = await sql`select * from counter_drift()`.execute(world.db)
    expect(drift).toEqual([])
  })

  test('makes one decision of many at once', async () => {
    const { id, case_id } = await held()
    const moderators = [mo, world.people.moderator, world.people.admin]
    const attempts = Array.from({ length: 12 }, (_, n) => {
      const who = moderators[n % 3] as Viewer
      return n % 2 ? approve(case_id, who) : reject(case_id, who)
    })
    const results = await Promise.allSettled(attempts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const actions = world.db.selectFrom('moderation_actions').select('action').where('case_id', '=', case_id)
    const [done, ...more] = await actions.execute()
    expect(more).toEqual([])
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 409, data: { closed: { actions: [done?.action] } } })
    const comments = (await call(router.comments.list, { id: post }, as(null))).items
    expect(comments.map((comment) => comment.id)).toEqual(done?.action === 'approve' ? [id] : [])
  })

  test('and withdrawing at once ends in one of the two', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, case_id } = await held({ content: `Words ${n}` })
      const [approved, withdrawn] = await Promise.allSettled([
        approve(case_id),
        call(router.pendingContent.withdraw, { kind: 'comment', id }, as(ada)),
      ])
      expect([approved.status, withdrawn.status].sort()).toEqual(['fulfilled', 'rejected'])
      const comments = (await call(router.comments.list, { id: post }, as(null))).items
      expect(comments.some((comment) => comment.id === id)).toBe(approved.status === 'fulfilled')
    }
  })
})

describe('what has changed meanwhile', () => {
  test('the post is deleted: it cannot be approved, and is closed as gone', async () => {
    const { case_id } = await held()
    await call(router.posts.remove, { id: post }, as(bo))
    expect((await read(case_id)).now.state).toBe('gone')
    await expect(approve(case_id)).rejects.toMatchObject({
      status: 400,
      message: 'It can’t be published. The post could not be found.',
    })
    expect((await read(case_id)).closed).toBe(null)
    await decide(mo, case_id, { outcome: 'moot' })
    expect(await mine(ada)).toMatchObject([{ state: 'moot', content: 'Words.' }])
    expect((await told(ada))[0]?.title).toBe(
      'The original of your comment was deleted. You can find your text in your drafts.',
    )
  })

  test('the post is locked: it waits on, and may be approved once it is open again', async () => {
    const { id, case_id } = await held()
    await call(router.postModeration.lock, { id: post, reason: 'Too hot' } as never, as(mo))
    await expect(approve(case_id)).rejects.toMatchObject({ status: 400 })
    expect((await read(case_id)).now.state).toBe('unchanged')
    await call(router.postModeration.unlock, { id: post, reason: 'Cooler' } as never, as(mo))
    await approve(case_id)
    expect((await call(router.comments.list, { id: post }, as(null))).items).toMatchObject([{ id }])
  })

  test('the comment that it answers is gone', async () => {
    const parent = await world.buildComment({ post_id: post, author: bo })
    const { case_id } = await held({ parent_id: parent })
    await call(router.comments.remove, { id: parent }, as(bo))
    expect((await read(case_id)).now.state).toBe('gone')
    await expect(approve(case_id)).rejects.toMatchObject({ status: 400 })
  })

  test('the author is suspended', async () => {
    const { case_id } = await held()
    const about = { member_id: ada.id, kind: 'member', target_id: ada.id, reason: 'Rude' } as const
    const action_id = await recordAction(world.db, { action: 'suspend', by: mo, ...about })
    await world.db
      .insertInto('sanctions')
      .values({ member_id: ada.id, kind: 'suspension', message: 'For a week.', action_id })
      .execute()
    await expect(approve(case_id)).rejects.toMatchObject({
      status: 400,
      message: 'It can’t be published. Its author is suspended.',
    })
    await reject(case_id)
  })

  test('the author has left', async () => {
    const { case_id } = await held()
    await world.db.deleteFrom('users').where('id', '=', ada.id).execute()
    await expect(approve(case_id)).rejects.toMatchObject({ status: 409 })
    expect((await read(case_id)).closed).toMatchObject({ outcome: 'moot' })
  })
})

describe('rejecting', () => {
  test('tells the author the rule and the reason, and never who; the words stay theirs to copy', async () => {
    await sql`insert into community_rules (number, title) values (2, 'Be kind')`.execute(world.db)
    const { id, case_id } = await held({ content: 'Unkind words.' })
    await reject(case_id, mo, { rule: 2, reason: 'Not so' })
    const [waiting] = await mine(ada)
    expect(waiting).toMatchObject({
      id,
      state: 'rejected',
      content: 'Unkind words.',
      rule: '2. Be kind',
      reason: 'Not so',
    })
    expect(JSON.stringify(waiting)).not.toContain(mo.id)
    expect(await told(ada)).toMatchObject([
      { title: 'A moderator didn’t approve your comment (rule 2. Be kind)', related_user: null },
    ])
    const { items } = await call(router.moderationActions.list, {}, as(null))
    expect(items[0]).toMatchObject({ action: 'reject', rule: '2. Be kind', reason: 'Not so' })
    expect(JSON.stringify(items)).not.toContain('Unkind words')
    expect((await call(router.comments.list, { id: post }, as(null))).items).toEqual([])
    // The id of a rejected text can't be reused until the author withdraws the text.
    const again = { id: post, comment_id: id, content: 'Unkind words.' }
    await expect(call(router.comments.create, again, as(ada))).rejects.toMatchObject({ status: 409 })
    await call(router.pendingContent.withdraw, { kind: 'comment', id }, as(ada))
    expect(await mine(ada)).toEqual([])
    expect((await read(case_id)).closed).toMatchObject({ outcome: 'rejected' })
  })
})

test('an id that was chosen by two is published once', async () => {
  const id = newId()
  await call(router.comments.create, { id: post, comment_id: id, content: 'Words.' }, as(ada))
  await world.buildComment({ id, post_id: post, content: 'Other words.', author: bo })
  await expect(approve(await caseOf(id))).rejects.toMatchObject({ status: 400 })
  expect((await call(router.comments.list, { id: post }, as(null))).items).toMatchObject([
    { id, content: 'Other words.' },
  ])
})

/** Returns a member's rows in several tables, without ids and times, to compare two members. */
async function everythingOf({ id }: Viewer, places: string[]): Promise<Record<string, unknown>> {
  const tables: Record<string, string> = {
    posts: 'author_id',
    comments: 'author_id',
    notes: 'author_id',
    user_activity: 'user_id',
  }
  const found: Record<string, unknown> = {}
  for (const [table, owner] of Object.entries(tables)) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(world.db)
    found[table] = rows.map(withoutIds).sort()
  }
  const { rows: ranked } = await sql`
    select count(*) from post_rankings where post_id in (select id from posts where author_id = ${id})`.execute(
    world.db,
  )
  const { rows: searched } = await sql`
    select (select count(*) from post_search where post_id in (select id from posts where author_id = ${id})) as posts,
      (select count(*) from comment_search where id in (select id from comments where author_id = ${id})) as comments,
      (select count(*) from note_search where id in (select id from notes where author_id = ${id})) as notes`.execute(
    world.db,
  )
  const { rows: profile } = await sql`
    select post_count, comment_count from profiles where id = ${id}`.execute(world.db)
  const { rows: around } = await sql`
    select (select sum(comment_count) from posts where id = any(${places}::uuid[])) as comments,
      (select sum(replies_count) from notes where id = any(${places}::uuid[])) as replies`.execute(world.db)
  const { rows: heard } = await sql`
    select type, is_reply, actor_count from notifications where related_user_id = ${id} order by type, is_reply`.execute(
    world.db,
  )
  return { ...found, ranked, searched, profile, around, heard }
}

function withoutIds(row: Record<string, unknown>): string {
  const kept = Object.entries(row).filter(([name]) => !/(^|_)(id|at|n)$/.test(name))
  return JSON.stringify(kept)
}
