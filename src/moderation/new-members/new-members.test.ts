import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import type { Submission } from '../approval/policy.ts'
import { establishMembers } from './jobs.server.ts'
import { SAME_SITE_MEMBERS, SAME_TEXTS } from './policy.ts'
import { newMemberCheck } from './reasons.server.ts'
import { sweepTextFingerprints } from './sql.server.ts'

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

const choose = (new_members: 'open' | 'careful' | 'strict') =>
  call(router.site.update, { new_members }, { context: world.asContext(world.people.admin) })
afterEach(() => choose('open'))

const as = (who: Viewer | null) => ({ context: world.asContext(who) })
const post = (who: Viewer, title: string, content: string) =>
  call(router.posts.create, { title, content, format: 'rich', concept_ids: [] }, as(who))
const note = (who: Viewer, content: string) => call(router.notes.create, { content }, as(who))
const reviewOf = async (who: Viewer) => (await call(router.pendingContent.list, {}, as(who))).review
const approve = async (id: string) => {
  const { id: case_id } = await world.db
    .selectFrom('moderation_cases')
    .select('id')
    .where('target_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  await call(
    router.moderationCases.decide,
    { id: case_id, outcome: 'upheld', actions: [{ action: 'approve' }] },
    as(world.people.moderator),
  )
}

test('an honest newcomer on a forum as it ships: nothing waits, links work, and no limit is a new member’s own', async () => {
  const ada = await newcomer()
  const others = await Promise.all([1, 2, 3, 4].map(() => world.buildMember()))
  const sent = [
    await post(ada, 'Hello', '<p>I wrote about this at https://my.example/first</p>'),
    await note(ada, 'Thank you!'),
    await note(ada, 'More at https://my.example/second'),
    ...(await Promise.all([1, 2, 3].map((n) => note(ada, `Quick note ${n}`)))),
  ]
  for (let n = 0; n < 5; n++) sent.push(await post(ada, `Post ${n}`, `<p>Words ${n}</p>`))
  for (let n = 0; n < 30; n++)
    sent.push(
      await call(router.comments.create, { id: sent[0]?.id as string, content: `${n} of thirty` }, as(ada)),
    )
  expect(sent.filter(({ pending }) => pending)).toEqual([])
  for (const { username } of others)
    await call(router.conversations.send, { username, content: 'Hello' }, as(ada))
  expect(await reviewOf(ada)).toBe('none')
  const first = await call(router.posts.read, { id: sent[0]?.id as string }, as(null))
  expect(first.content_html).toContain('<a href="https://my.example/first" rel="nofollow ugc noopener"')
  const { items } = await call(router.notes.ofProfile, { username: ada.username }, as(null))
  expect(items.some(({ content_html }) => content_html.includes('<a href="https://my.example/second"'))).toBe(
    true,
  )
})

describe('"careful"', () => {
  test('reviews texts with links until one is approved, whose links are live', async () => {
    await choose('careful')
    const ada = await newcomer()
    expect(await reviewOf(ada)).toBe('links')
    expect((await note(ada, 'No link')).pending).toBeUndefined()
    expect((await post(ada, 'Here', '<p>http://localhost:3000/post/1</p>')).pending).toBeUndefined()
    const held = await note(ada, 'See https://careful.example')
    expect(held.pending).toEqual({ reasons: ['first_link'] })
    await approve(held.id)
    const shown = await call(router.notes.read, { id: held.id }, as(null))
    expect(shown.content_html).toContain('<a href="https://careful.example/" rel="nofollow ugc noopener"')
    expect(await reviewOf(ada)).toBe('none')
    expect((await post(ada, 'Again', '<p>https://other.example</p>')).pending).toBeUndefined()
  })
})

describe('"strict"', () => {
  test('reviews the first three texts, and the first link', async () => {
    await choose('strict')
    const ada = await newcomer()
    for (let n = 0; n < 3; n++) {
      expect(await reviewOf(ada)).toBe('all')
      const held = await note(ada, `Text ${n}`)
      expect(held.pending).toEqual({ reasons: ['first_posts'] })
      await approve(held.id)
    }
    expect(await reviewOf(ada)).toBe('links')
    expect((await note(ada, 'Text 4')).pending).toBeUndefined()
    expect((await note(ada, 'https://strict.example')).pending).toEqual({ reasons: ['first_link'] })
  })
})

test.each(['careful', 'strict'] as const)('"%s" reviews nothing of established members', async (choice) => {
  await choose(choice)
  const { member } = world.people
  expect(await reviewOf(member)).toBe('none')
  expect((await note(member, 'https://my.example')).pending).toBeUndefined()
})

test('the choice is one of three, for the database too', async () => {
  await expect(choose('closed' as 'open')).rejects.toMatchObject({ status: 400 })
  const change = world.db.updateTable('site_settings').set({ new_members: 'closed' }).execute()
  await expect(change).rejects.toThrow('site_settings_new_members_check')
})

describe('whatever the choice, what waits is', () => {
  const submission = (rest: Partial<Submission> = {}): Submission => ({
    kind: 'note',
    id: newId(),
    title: null,
    content: 'Words.',
    ...rest,
  })
  const asked = (viewer: Viewer, settings = config) => ({
    db: world.db,
    viewer,
    siteSettings: world.services.siteSettings,
    config: { ...world.services.config, ...settings },
  })
  const reasons = (who: Viewer, rest: Partial<Submission>, settings = config) =>
    newMemberCheck.reasonsOf(asked(who, settings), submission(rest))
  const ageOfAll = (interval: string) =>
    sql`update text_fingerprints set created_at = created_at - ${interval}::interval`.execute(world.db)

  test('the same text for the fourth time in a day, however it is written', async () => {
    const people = await Promise.all([newcomer(), newcomer(), newcomer()])
    const texts = [
      'Buy the very best pills at https://x1.example today!',
      'BUY the very best  pills at https://x2.example/other TODAY',
      'Buy the very best pills at… today',
    ]
    for (const [n, content] of texts.entries())
      expect(await reasons(people[n] as Viewer, { content })).toEqual([])
    const again = 'Buy. The. Very. Best. Pills. At. Today.'
    expect(await reasons(people[0] as Viewer, { content: again })).toEqual(['seen_text'])
    expect(await reasons(await newcomer(), { content: again })).toEqual(['seen_text'])
    expect(await reasons(world.people.member, { content: again })).toEqual([])
    await ageOfAll('25 hours')
    expect(await reasons(people[0] as Viewer, { content: again })).toEqual([])
    await sweepTextFingerprints(world.db)
    const { rows } =
      await sql`select from text_fingerprints where created_at < now() - interval '1 day'`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('no short text, and no text that was refused or sent again with the same id', async () => {
    const ada = await newcomer()
    for (let n = 0; n < 6; n++) expect(await reasons(ada, { content: 'Thank you very much' })).toEqual([])
    const [id, content] = [newId(), 'This is one text that is sent again and again.']
    for (let n = 0; n < 6; n++) expect(await reasons(ada, { id, content })).toEqual([])
    for (let n = 0; n < 6; n++) {
      const refused = call(router.comments.create, { id: newId(), content: `${content} Refused.` }, as(ada))
      await expect(refused).rejects.toMatchObject({ status: 404 })
    }
    expect((await note(ada, `${content} Refused.`)).pending).toBeUndefined()
  })

  test('all but the first of many same texts that are sent at the same moment', async () => {
    const ada = await newcomer()
    const content = 'Twenty times the same text, all of them at once.'
    const found = await Promise.all(Array.from({ length: 20 }, () => reasons(ada, { content })))
    expect(found.filter((each) => each.length === 0).length).toBeLessThanOrEqual(SAME_TEXTS)
    expect(found.filter((each) => each.includes('seen_text')).length).toBeGreaterThanOrEqual(20 - SAME_TEXTS)
  })

  test('a link to a site that nobody knows, by the third new member within a day', async () => {
    const people = await Promise.all(Array.from({ length: SAME_SITE_MEMBERS + 1 }, newcomer))
    const [ada, bo, cy, di] = people as [Viewer, Viewer, Viewer, Viewer]
    const link = (who: Viewer, path: string) =>
      reasons(who, { content: `Look: https://shop.example/${path}` })
    expect(await link(ada, '1')).toEqual([])
    expect(await link(ada, '2')).toEqual([])
    expect(await link(bo, '3')).toEqual([])
    expect(await link(ada, '4')).toEqual([])
    expect(await link(cy, '5')).toEqual(['spread_site'])
    expect(await reasons(cy, { content: 'http://me@WWW.SHOP.example.:8080/2' })).toEqual(['spread_site'])
    expect(await reasons(cy, { content: 'https://bookshop.example/2' })).toEqual([])
    expect(await link(world.people.member, '6')).toEqual([])
    await ageOfAll('25 hours')
    expect(await link(di, '7')).toEqual([])
  })

  test.each([
    ['an established member', {}, false],
    ['somebody more than a day ago', { created_at: daysAgo(2) }, true],
  ])('no link to a site that %s has linked to', async (_, when, isNewAuthor) => {
    const host = `known-${newId()}.example`
    const author = isNewAuthor ? await newcomer() : await world.buildMember()
    await world.buildNote({ author, content: `About https://www.${host}/`, ...when })
    for (let n = 0; n < SAME_SITE_MEMBERS + 1; n++)
      expect(await reasons(await newcomer(), { content: `https://${host}/${n}` })).toEqual([])
  })

  test('what was sent with the hidden field filled in, or by who signed up like a program', async () => {
    const ada = await newcomer()
    expect(await reasons(ada, { hidden_field: '' })).toEqual([])
    expect(await reasons(ada, { hidden_field: 'x' })).toEqual(['hidden_field'])
    await sql`update profiles set held_until_established = true where id = ${ada.id}`.execute(world.db)
    expect(await reasons(ada, {})).toEqual(['sign_up'])
    expect(await reviewOf(ada)).toBe('all')
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

test('votes of new members count, and their author is told', async () => {
  const { member, author } = world.people
  const [ada, id] = [await newcomer(), await world.buildPost({ author })]
  const comment_id = await world.buildComment({ post_id: id, author })
  const vote = (who: Viewer, vote_type: 1 | -1 | 0) =>
    call(router.votes.post, { id, vote_type }, { context: world.asContext(who) })
  const notice = () =>
    world.db
      .selectFrom('notifications')
      .select(['actor_count', 'related_user_id'])
      .where('post_id', '=', id)
      .where('comment_id', 'is', null)
      .executeTakeFirst()
  expect(await vote(ada, 1)).toMatchObject({ votes_score: 1 })
  expect(await notice()).toEqual({ actor_count: 1, related_user_id: ada.id })
  await vote(member, 1)
  expect(await notice()).toMatchObject({ actor_count: 2 })
  await vote(ada, -1)
  expect(await notice()).toEqual({ actor_count: 1, related_user_id: member.id })
  await call(router.votes.comment, { id: comment_id, vote_type: 1 }, { context: world.asContext(ada) })
  const of = world.db
    .selectFrom('notifications')
    .select('related_user_id')
    .where('comment_id', '=', comment_id)
  expect(await of.executeTakeFirst()).toEqual({ related_user_id: ada.id })
})

test('links of new members are links wherever their texts are shown', async () => {
  const ada = await newcomer()
  const address = 'https://elsewhere.example/x'
  const id = await world.buildPost({ author: ada, content: `<p>Look at ${address}</p>`, format: 'rich' })
  await world.buildComment({ post_id: id, author: ada, content: address })
  const note = await world.buildNote({ author: ada, content: address })
  await sql`update profiles set bio = ${address}, website_url = ${address} where id = ${ada.id}`.execute(
    world.db,
  )
  const { items } = await call(router.comments.list, { id }, as(null))
  const shown = [
    (await call(router.posts.read, { id }, as(null))).content_html,
    items[0]?.content_html,
    (await call(router.notes.read, { id: note }, as(null))).content_html,
    (await call(router.profiles.read, { username: ada.username }, as(null))).bio_html,
  ]
  for (const html of shown) expect(html).toContain(`<a href="${address}" rel="nofollow ugc noopener"`)
})
