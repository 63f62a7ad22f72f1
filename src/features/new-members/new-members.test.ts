import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { router } from '../../api/router.server.ts'
import type { Submission } from '../approval/policy.ts'
import { establishMembers } from './jobs.server.ts'
import { newMemberCheck } from './reasons.server.ts'

let world: World
const config = { RATE_LIMITS: true, PUBLIC_URL: 'http://forum.example' }

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.RATE_LIMITS = true
})
afterAll(() => world.close())

const newcomer = () => world.buildMember({ is_established: false })
const daysAgo = (days: number, minutes = 0) =>
  new Date(Date.now() - days * 86_400_000 - minutes * 60_000).toISOString()
const isNew = async ({ id }: Viewer) =>
  (await sql<{ is_new: boolean }>`select is_new_member(${id}) as is_new`.execute(world.db)).rows[0]?.is_new

describe('established is', () => {
  test('whose three things have stood for three days, not a minute earlier, not with one removed or gone', async () => {
    const [due, early, two, deleted] = await Promise.all([newcomer(), newcomer(), newcomer(), newcomer()])
    const created_at = daysAgo(3, 1)
    const post_id = await world.buildPost({ author: due, created_at })
    await world.buildComment({ post_id, author: due, created_at })
    await world.buildNote({ author: due, created_at })
    for (const at of [created_at, created_at, daysAgo(2, 1439)])
      await world.buildNote({ author: early, created_at: at })
    for (const _ of [1, 2]) await world.buildNote({ author: two, created_at })
    for (const _ of [1, 2, 3]) await world.buildNote({ author: deleted, created_at })
    await sql`delete from notes where id = (select min(id::text)::uuid from notes where author_id = ${deleted.id})`.execute(
      world.db,
    )
    await establishMembers(world.db)
    expect(await Promise.all([due, early, two, deleted].map(isNew))).toEqual([false, true, true, true])
  })

  test('not without a verified address; and everybody with a role', async () => {
    const unverified = await newcomer()
    for (const _ of [1, 2, 3]) await world.buildNote({ author: unverified, created_at: daysAgo(4) })
    await world.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', unverified.id)
      .execute()
    await establishMembers(world.db)
    expect(await isNew(unverified)).toBe(true)
    expect(await isNew(await world.buildMember({ is_established: false, roles: ['editor'] }))).toBe(false)
  })

  test('nobody whose spam was reported, until three things have stood since', async () => {
    const spammer = await world.buildMember()
    for (const _ of [1, 2, 3]) await world.buildNote({ author: spammer, created_at: daysAgo(9) })
    const id = await world.buildNote({ author: spammer })
    const { member, moderator } = world.people
    await call(
      router.reports.create,
      { kind: 'note', id, reason: 'spam' },
      { context: world.asContext(member) },
    )
    await sql`update moderation_cases set closed_at = now(), closed_by = ${moderator.id}, outcome = 'upheld'
      where target_id = ${id}`.execute(world.db)
    expect(await isNew(spammer)).toBe(true)
    await establishMembers(world.db)
    expect(await isNew(spammer)).toBe(true)
    await sql`update profiles set new_since = ${daysAgo(5)} where id = ${spammer.id}`.execute(world.db)
    for (const _ of [1, 2, 3]) await world.buildNote({ author: spammer, created_at: daysAgo(4) })
    await establishMembers(world.db)
    expect(await isNew(spammer)).toBe(false)
  })
})

describe('a day of a new member has', () => {
  const publish = (who: Viewer, n: number) =>
    call(
      router.posts.create,
      { title: `Title ${n}`, content: `<p>Words ${n}</p>`, format: 'rich', category_ids: [] },
      { context: world.asContext(who) },
    )

  test('three posts, also of ten at once, and says when the next is possible', async () => {
    const ada = await newcomer()
    const done = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => publish(ada, n)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refused = done.find((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(refused?.reason.message).toBe('New members have 3 posts a day. The next is possible in 24 hours.')
    expect(refused?.reason.data.retry_after).toBeGreaterThan(86_000)
  })

  test('no turn for what is refused, one for what is deleted', async () => {
    const ada = await newcomer()
    for (let n = 0; n < 4; n++)
      await expect(publishNothing(ada)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const first = await publish(ada, 1)
    await call(router.posts.remove, { id: first.id }, { context: world.asContext(ada) })
    await publish(ada, 2)
    await publish(ada, 3)
    await expect(publish(ada, 4)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await sql`update new_member_turns set created_at = now() - interval '25 hours'`.execute(world.db)
    await publish(ada, 5)
  })

  test('twenty comments and twenty notes', async () => {
    const ada = await newcomer()
    const post = await world.buildPost()
    const context = world.asContext(ada)
    const comments = Array.from({ length: 22 }, (_, n) => ({ id: post, content: `Comment ${n}` }))
    const notes = Array.from({ length: 22 }, (_, n) => ({ content: `Note ${n}` }))
    const wrote = await Promise.allSettled([
      ...comments.map((each) =>
        call(router.comments.create, each, { context: { ...context, db: world.db } }),
      ),
    ])
    expect(wrote.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(20)
    const noted = await Promise.allSettled(
      notes.map((each) => call(router.notes.create, each, { context: { ...context, db: world.db } })),
    )
    expect(noted.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(20)
  })

  test('three conversations with those who do not follow', async () => {
    const ada = await newcomer()
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => world.buildMember()))
    const write = (to: Viewer) =>
      call(
        router.conversations.send,
        { username: to.username, content: 'Hello' },
        { context: world.asContext(ada) },
      )
    for (const other of others.slice(0, 3)) await write(other)
    await write(others[0] as Viewer)
    const [fourth, fifth] = others.slice(3) as [Viewer, Viewer]
    await expect(write(fourth)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await world.db
      .insertInto('user_follows')
      .values({ follower_id: fifth.id, following_id: ada.id })
      .execute()
    await write(fifth)
  })

  test('no numbers where limits are off, nor for who is established', async () => {
    for (let n = 0; n < 5; n++) await publish(world.people.member, n)
    const ada = await newcomer()
    world.services.config.RATE_LIMITS = false
    try {
      for (let n = 0; n < 5; n++) await publish(ada, n)
    } finally {
      world.services.config.RATE_LIMITS = true
    }
  })

  const publishNothing = (who: Viewer) =>
    call(
      router.posts.create,
      { title: 'Title', content: '<p> </p>', format: 'rich', category_ids: [] },
      { context: world.asContext(who) },
    )
})

describe('what waits', () => {
  const submission = (rest: Partial<Submission> = {}): Submission => ({
    kind: 'note',
    id: crypto.randomUUID(),
    title: null,
    content: 'Words.',
    ...rest,
  })
  const asked = (viewer: Viewer, settings = config) => ({
    db: world.db,
    viewer,
    config: { ...world.services.config, ...settings },
  })
  const reasons = (who: Viewer, rest: Partial<Submission>, settings = config) =>
    newMemberCheck.reasonsOf(asked(who, settings), submission(rest))

  test('the first post with an address of another site, until one is published', async () => {
    const ada = await newcomer()
    const post = {
      kind: 'post',
      title: 'T',
      content: '<p><a href="https://a.example/x">here</a></p>',
    } as const
    expect(await reasons(ada, post)).toEqual(['new_site'])
    expect(await reasons(ada, { ...post, content: '<p>https://forum.example/post/1</p>' })).toEqual([])
    await world.buildPost({ author: ada, content: '<p>See https://b.example/1</p>' })
    expect(await reasons(ada, post)).toEqual([])
  })

  test('the second link to a site, however it is written', async () => {
    const ada = await newcomer()
    await world.buildNote({ author: ada, content: 'https://shop.example/1' })
    expect(await reasons(ada, { content: 'http://me@WWW.SHOP.example.:8080/2' })).toEqual(['repeated_site'])
    expect(await reasons(ada, { content: 'https://bookshop.example/2' })).toEqual([])
    const bo = await newcomer()
    await newMemberCheck.remember?.(world.db, asked(bo), submission({ content: 'https://held.example' }))
    expect(await reasons(bo, { content: 'https://held.example/again' })).toEqual(['repeated_site'])
  })

  test('the same words again, by the same or another new member, but not short ones', async () => {
    const [ada, bo] = [await newcomer(), await newcomer()]
    const content = 'Buy the very best pills at https://x1.example today!'
    await world.buildNote({ author: ada, content })
    const again = 'BUY the very best  pills at https://x2.example/other TODAY'
    expect(await reasons(bo, { content: again })).toEqual(['seen_text'])
    expect(await reasons(ada, { content: again })).toEqual(['seen_text'])
    await world.buildNote({ author: ada, content: 'Thank you very much' })
    expect(await reasons(bo, { content: 'Thank you very much' })).toEqual([])
    expect(await reasons(world.people.member, { content: again })).toEqual([])
    await sql`update text_fingerprints set created_at = now() - interval '31 days'`.execute(world.db)
    expect(await reasons(bo, { content: again })).toEqual([])
  })

  test('what was sent too fast, or with the hidden field filled, or by who signed up in a flood', async () => {
    const ada = await newcomer()
    expect(await reasons(ada, { elapsed_ms: 2999 })).toEqual(['too_fast'])
    expect(await reasons(ada, { elapsed_ms: 3000, hidden_field: '' })).toEqual([])
    expect(await reasons(ada, { hidden_field: 'x' })).toEqual(['hidden_field'])
    await sql`update profiles set held_until_established = true where id = ${ada.id}`.execute(world.db)
    expect(await reasons(ada, {})).toEqual(['sign_up'])
    expect(await reasons(ada, {}, { ...config, RATE_LIMITS: false })).toEqual([])
  })

  test('links to blocked domains, by everybody but moderators and admins', async () => {
    await world.db.insertInto('blocked_domains').values({ domain: 'spam.example' }).execute()
    const { member, moderator } = world.people
    for (const content of [
      'https://spam.example',
      '//a.SPAM.example./x',
      'www.spam.example',
      'https://u:p@spam.example:8443',
    ])
      expect(await reasons(member, { content }), content).toEqual(['blocked_domain'])
    for (const content of [
      'https://notspam.example',
      'https://spam.example.org',
      'https://spam.example@ok.example',
    ])
      expect(await reasons(member, { content }), content).toEqual([])
    expect(await reasons(moderator, { content: 'https://spam.example' })).toEqual([])
  })
})

test('votes of new members count, and are not in the notice of votes', async () => {
  const { member, author } = world.people
  const [ada, id] = [await newcomer(), await world.buildPost({ author })]
  const vote = (who: Viewer, vote_type: 1 | -1) =>
    call(router.votes.post, { id, vote_type }, { context: world.asContext(who) })
  const notice = () =>
    world.db
      .selectFrom('notifications')
      .select(['actor_count', 'related_user_id'])
      .where('post_id', '=', id)
      .executeTakeFirst()
  expect(await vote(ada, 1)).toMatchObject({ votes_score: 1 })
  expect(await notice()).toBeUndefined()
  await vote(member, 1)
  expect(await notice()).toEqual({ actor_count: 1, related_user_id: member.id })
  await vote(ada, -1)
  expect(await notice()).toEqual({ actor_count: 1, related_user_id: member.id })
})

test('links of new members are words where texts are shown, and links again once they are established', async () => {
  const ada = await newcomer()
  const address = 'https://elsewhere.example/x'
  const guest = { context: world.asContext(null) }
  const content = `<p>Look at ${address}</p>`
  const id = await world.buildPost({ author: ada, content, format: 'rich' })
  await world.buildComment({ post_id: id, author: ada, content: address })
  const note = await world.buildNote({ author: ada, content: address })
  await sql`update profiles set bio = ${address}, website_url = ${address} where id = ${ada.id}`.execute(
    world.db,
  )
  const read = async () => {
    const { items } = await call(router.comments.list, { id }, guest)
    const profile = await call(router.profiles.read, { username: ada.username }, guest)
    const html = [
      (await call(router.posts.read, { id }, guest)).content_html,
      items[0]?.content_html,
      (await call(router.notes.read, { id: note }, guest)).content_html,
      profile.bio_html,
    ]
    return { hrefs: html.map((each) => each?.includes('href=')), is_established: profile.is_established }
  }
  const all = (is: boolean) => ({ hrefs: [is, is, is, is], is_established: is })
  expect(await read()).toEqual(all(false))
  await sql`update profiles set established_at = now() where id = ${ada.id}`.execute(world.db)
  expect(await read()).toEqual(all(true))
})
