import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withMails } from '../../../tests/mails.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DigestChoice } from './contract.ts'
import { DIGEST_DEFAULT } from './policy.ts'

let world: World
let mails: ReturnType<typeof withMails>['mails']
let ada: Viewer
let bo: Viewer
let mara: Viewer

beforeAll(async () => {
  world = await makeWorld()
  mails = withMails(world.services).mails
  bo = world.people.other
  mara = world.people.author
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate mail_items, digests`.execute(world.db)
  await sql`update posts set created_at = created_at - interval '1 year'`.execute(world.db)
  ada = await world.buildMember({ full_name: 'Ada Lin' })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const choose = (digest: Partial<DigestChoice> = {}, who: Viewer | null = ada) =>
  call(router.digest.update, { frequency: 'daily', hour: 8, time_zone: 'UTC', ...digest }, as(who))
const write = async (title: string, author = mara) =>
  (await call(router.posts.create, { title, content: '<p>Words about it.</p>' }, as(author))).id
const comment = async (id: string, content: string) =>
  (await call(router.comments.create, { id, content }, as(bo))).id

test('who has not asked for one gets none; what is chosen is kept', async () => {
  expect(await call(router.digest.read, undefined, as(ada))).toEqual(DIGEST_DEFAULT)
  await write('On slow change')
  expect(await mails.whenDigestsDue()).toEqual([])
  const wish = { frequency: 'weekly', hour: 21, time_zone: 'Asia/Kathmandu' } as const
  expect(await choose(wish)).toEqual(wish)
  expect(await call(router.digest.read, undefined, as(ada))).toEqual(wish)
})

test.each([
  ['an hour that no clock has', { hour: 24 }],
  ['a zone that nobody knows', { time_zone: 'Mars/Olympus' }],
  ['a zone in PostgreSQL’s own words', { time_zone: '<+05>-05' }],
  ['a frequency that there is not', { frequency: 'hourly' as 'daily' }],
])('%s is refused', async (_, wish) => {
  await expect(choose(wish)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('it is for members', async () => {
  await expect(choose({}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(call(router.digest.read, undefined, as(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('it has what was said to its member, then the best of what is new, and each once', async () => {
  const own = await write('Mine', ada)
  await choose()
  await call(router.notificationChoices.update, { choices: { comment: { email: 'digest' } } }, as(ada))
  const [good, best] = [await write('Good'), await write('Best')]
  await call(router.votes.post, { id: best, vote_type: 1 }, as(bo))
  const id = await comment(own, 'A remark')
  const [mail, ...others] = await mails.whenDigestsDue()
  expect(others).toEqual([])
  const text = mail?.text ?? ''
  expect(mail?.subject).toBe('Today at The Threshold')
  const places = ['For you', 'A remark', `#comment-${id}`, 'New on the forum', best, good].map((words) =>
    text.indexOf(words),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(text, 'not what they wrote themselves').not.toContain('Mine\n')
  expect(mail?.list?.id).toBe('digest.localhost')
  expect(mail?.html).not.toMatch(/<img|<script|src=/)
  expect(await mails.whenDigestsDue(), 'nothing new: nothing sent').toEqual([])
})

test('what was read, removed, muted or written by somebody ignored is not in it', async () => {
  await choose()
  const [read, removed, muted, left] = [
    await write('Lately read'),
    await write('Removed by now'),
    await write('Muted by me'),
    await write('Left over'),
  ]
  const ignored = await world.buildMember()
  await write('By somebody ignored', ignored)
  await call(router.mutes.add, { username: ignored.username }, as(ada))
  await call(router.reads.update, { id: read }, as(ada))
  const moderator = as(world.people.moderator)
  await call(router.removals.removePost, { id: removed, reason: 'Spam.' }, moderator)
  await call(router.postMutes.add, { id: muted }, as(ada))
  const [mail] = await mails.whenDigestsDue()
  expect(mail?.text).toContain(left)
  expect(mail?.text).not.toMatch(/Lately read|Removed by now|Muted by me|By somebody ignored/)
})

test('a kind that somebody wants no mail of is in no digest', async () => {
  const own = await write('Mine', ada)
  await choose()
  await call(router.notificationChoices.update, { choices: { comment: { email: 'off' } } }, as(ada))
  await comment(own, 'A remark')
  expect(await mails.whenDigestsDue()).toEqual([])
})

test('it is one job for a member and period, and tried again it says the same', async () => {
  await choose()
  const id = await write('On slow change')
  mails.refusal = new Error('The mail server is away.')
  expect(await mails.whenDigestsDue()).toEqual([])
  await write('Later')
  mails.refusal = undefined
  const [mail, ...others] = await mails.tick()
  expect(others).toEqual([])
  expect(mail?.text).toContain(id)
  expect(mail?.text).not.toContain('Later')
  expect((await mails.whenDigestsDue())[0]?.text).toContain('Later')
})

test('eight weeks after the last visit it says that it comes once a month', async () => {
  await choose()
  await sql`update digests set visited_at = now() - interval '9 weeks'`.execute(world.db)
  await write('On slow change')
  const [mail] = await mails.whenDigestsDue()
  expect(mail?.subject).toBe('This month at The Threshold')
  expect(mail?.text.replaceAll('\n', ' ')).toContain('sending this once a month until you’re back')
})

describe('the next one', () => {
  const next = async (digest: string, since: string) => {
    const { rows } = await sql<{ at: string }>`
      select to_char(next_digest(d, ${since}::timestamptz) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at
      from json_populate_record(null::digests, ${digest}::json) as d`.execute(world.db)
    return rows[0]?.at
  }
  const digest = (more: object) =>
    JSON.stringify({
      frequency: 'daily',
      hour: 8,
      time_zone: 'UTC',
      visited_at: '2026-03-01T00:00:00Z',
      ...more,
    })

  test.each([
    ['is today, when its hour is to come', {}, '2026-03-10T07:59:00Z', '2026-03-10 08:00'],
    ['is tomorrow, at its hour', {}, '2026-03-10T08:00:00Z', '2026-03-11 08:00'],
    ['is at the member’s hour', { time_zone: 'Asia/Kathmandu' }, '2026-03-10T00:00:00Z', '2026-03-10 02:15'],
    ['is on Monday', { frequency: 'weekly' }, '2026-03-10T00:00:00Z', '2026-03-16 08:00'],
    [
      'stays at its hour when clocks change',
      { time_zone: 'Europe/Vienna' },
      '2026-03-28T12:00:00Z',
      '2026-03-29 06:00',
    ],
    [
      'is an hour later where that hour is skipped',
      { time_zone: 'Europe/Vienna', hour: 2 },
      '2026-03-28T12:00:00Z',
      '2026-03-29 01:00',
    ],
    ['is every day until eight weeks are over', { hour: 0 }, '2026-04-24T08:00:00Z', '2026-04-25 00:00'],
    ['is on the first of a month after that', {}, '2026-04-27T08:00:00Z', '2026-05-01 08:00'],
    ['is the month after, when one has come', {}, '2026-05-01T08:00:00Z', '2026-06-01 08:00'],
  ])('%s', async (_, more, since, at) => {
    expect(await next(digest(more), since)).toBe(at)
  })

  test('is as chosen again once its member is back, and none when it is off', async () => {
    await choose({ frequency: 'daily' })
    const planned = async () => {
      const { rows } = await sql<{ hours: number | null }>`
        select extract(epoch from next_at - now())::float / 3600 as hours from digests`.execute(world.db)
      return rows[0]?.hours
    }
    expect(await planned()).toBeLessThanOrEqual(24)
    await sql`update digests set visited_at = now() - interval '9 weeks'`.execute(world.db)
    const first = await sql<{
      day: string
    }>`select extract(day from next_at at time zone 'UTC')::int as day from digests`.execute(world.db)
    expect(first.rows[0]?.day).toBe(1)
    await sql`update sessions set used_at = now() where user_id = ${ada.id}`.execute(world.db)
    expect(await planned()).toBeLessThanOrEqual(24)
    await choose({ frequency: 'off' })
    expect(await planned()).toBeNull()
  })
})
