import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { reserveUsername } from '../../accounts/sql.server.ts'
import { router } from '../../app/router.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { BIO_MAX, FORMER_NAMES_MAX } from './my-profile-policy.ts'

let world: World
let ada: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
})

type Change = Parameters<typeof update>[1]

describe('one’s own profile', () => {
  test('is read with what can be changed of it, by its owner', async () => {
    expect(await readMe(ada)).toMatchObject({
      user: { id: ada.id },
      profile: { username: ada.username, full_name: null, bio: null, location: null, website_url: null },
    })
    expect(await readMe(null)).toMatchObject({ user: null, profile: null })
  })

  test('is changed in any of its parts, and the rest stays', async () => {
    await update(ada, { full_name: ' Ada  Lin ', bio: 'One.\r\n\r\nTwo. ', location: 'Taipei' })
    expect(await update(ada, { website_url: 'https://ada.example/about?a=b' })).toMatchObject({
      username: ada.username,
      full_name: 'Ada Lin',
      bio: 'One.\n\nTwo.',
      location: 'Taipei',
      website_url: 'https://ada.example/about?a=b',
    })
    expect(await update(ada, { location: '', bio: ' \u200b ', full_name: null })).toMatchObject({
      full_name: null,
      bio: null,
      location: null,
      website_url: 'https://ada.example/about?a=b',
    })
    expect(await update(ada, {})).toMatchObject({ username: ada.username })
  })

  test('has a website of http or https, also when only its name was typed', async () => {
    expect((await update(ada, { website_url: ' ada.example ' })).website_url).toBe('https://ada.example')
    expect((await update(ada, { website_url: 'ada.example:8080/x' })).website_url).toBe(
      'https://ada.example:8080/x',
    )
    expect((await update(ada, { website_url: 'HTTP://ada.example' })).website_url).toBe('HTTP://ada.example')
  })

  test.each([
    ['username', ''],
    ['username', 'ab'],
    ['username', 'x'.repeat(31)],
    ['username', 'ada lin'],
    ['username', 'ada.lin'],
    ['username', 'ädа'],
    ['full_name', 'x'.repeat(101)],
    ['bio', 'x'.repeat(BIO_MAX + 1)],
    ['location', 'x'.repeat(101)],
    ['website_url', 'javascript:alert(1)'],
    ['website_url', 'JAVASCRIPT://example.org/%0aalert(1)'],
    ['website_url', 'data:text/html,x'],
    ['website_url', 'https://'],
    ['website_url', 'https://a b.example'],
    ['website_url', 'https://a.example/"onclick=x'],
    ['website_url', 'https://bank.example@evil.example'],
    ['website_url', `https://a.example/${'x'.repeat(500)}`],
  ])('refuses as %s: %j', async (field, value) => {
    await expect(update(ada, { [field]: value })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { field },
    })
    expect(await readMe(ada)).toMatchObject({ profile: { username: ada.username, website_url: null } })
  })

  test('keeps every character that PostgreSQL can, and refuses the one it cannot', async () => {
    const bio = '😀 <script>alert(1)</script> & "quotes" \\ %_'
    expect((await update(ada, { bio })).bio).toBe(bio)
    expect((await update(ada, { bio: '😀'.repeat(BIO_MAX / 2) })).bio).toHaveLength(BIO_MAX)
    await expect(update(ada, { bio: 'a\0b' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('is nobody’s without a session', async () => {
    await expect(update(null, { bio: 'x' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('is the only one that can be changed, whatever else is sent', async () => {
    const bo = await world.buildMember()
    const sent = {
      bio: 'x',
      id: bo.id,
      post_count: 99,
      avatar_url: 'https://evil.example/x.png',
      roles: ['admin'],
    }
    await update(ada, sent as Change)
    expect(await profileOf(bo)).toMatchObject({ bio: null })
    expect(await profileOf(ada)).toMatchObject({ bio: 'x', post_count: 0, avatar_url: null, roles: [] })
  })
})

describe('saved from two tabs', () => {
  test('the second hears of the first, and may insist', async () => {
    const opened = (await readMe(ada)).profile?.updated_at as string
    await update(ada, { bio: 'first', updated_at: opened })
    await expect(update(ada, { bio: 'second', updated_at: opened })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: undefined,
    })
    expect(await profileOf(ada)).toMatchObject({ bio: 'first' })
    expect(await update(ada, { bio: 'second' })).toMatchObject({ bio: 'second' })
  })

  test.each(['full_name', 'bio', 'location', 'website_url'])('hears of a new %s', async (field) => {
    const updated_at = (await readMe(ada)).profile?.updated_at as string
    await update(ada, { [field]: 'ada.example' })
    await expect(update(ada, { bio: 'second', updated_at })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('at once, one is told', async () => {
    const updated_at = (await readMe(ada)).profile?.updated_at as string
    const saves = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((bio) => update(ada, { bio, updated_at })),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('counters and pictures are no change', async () => {
    const updated_at = (await readMe(ada)).profile?.updated_at as string
    await world.buildPost({ author: ada })
    expect(await update(ada, { bio: 'x', updated_at })).toMatchObject({ bio: 'x' })
  })
})

describe('a new username', () => {
  test('is the name from then on, and the old one nobody else can take', async () => {
    const [old, name] = [ada.username, `${ada.username}_new`]
    expect(await update(ada, { username: name })).toMatchObject({ username: name })
    const bo = await world.buildMember()
    await refusesName(bo, old.toUpperCase(), 'This username is taken.')
    expect(await update(ada, { username: old })).toMatchObject({ username: old })
    await refusesName(bo, name, 'This username is taken.')
  })

  test('may be the same in another case', async () => {
    const name = ada.username.toUpperCase()
    expect(await update(ada, { username: name })).toMatchObject({ username: name })
    expect(
      await world.db.selectFrom('former_usernames').where('user_id', '=', ada.id).selectAll().execute(),
    ).toEqual([])
  })

  test('is neither taken, reserved, nor asked for by somebody else', async () => {
    await refusesName(ada, world.people.author.username.toUpperCase(), 'This username is taken.')
    await refusesName(ada, 'Admin', 'This username is reserved.')
    await reserveUsername(world.db, 'Held_Name')
    await refusesName(ada, 'held_name', 'This username is taken.')
    expect(await readMe(ada)).toMatchObject({ profile: { username: ada.username } })
  })

  test('wanted by two at once is one’s', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => world.buildMember()))
    const tries = await Promise.allSettled(members.map((member) => update(member, { username: 'in_demand' })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test(`is not to be had without end: ${FORMER_NAMES_MAX} former ones at once`, async () => {
    for (let i = 0; i < FORMER_NAMES_MAX; i++) await update(ada, { username: `${ada.username}_${i}` })
    await refusesName(ada, `${ada.username}_more`, /too often/)
    expect(await update(ada, { username: `${ada.username}_0` })).toBeDefined()
    await sql`update former_usernames set released_at = now() - interval '91 days'
      where user_id = ${ada.id}`.execute(world.db)
    expect(await update(ada, { username: `${ada.username}_more` })).toBeDefined()
  })
})

describe('what is shown of a member is dropped from the cache', () => {
  test('when they are called otherwise', async () => {
    const name = `${ada.username}_New`
    const dropped = await tagsDroppedBy(() => update(ada, { username: name }))
    expect(dropped).toEqual(
      expect.arrayContaining([
        `profile:${ada.id}`,
        `name:${ada.username}`,
        `name:${name.toLowerCase()}`,
        'names',
        'posts',
      ]),
    )
  })

  test('when they say something else of themselves', async () => {
    expect(await tagsDroppedBy(() => update(ada, { bio: 'x' }))).toEqual([`profile:${ada.id}`, 'names'])
  })

  test('wherever they are named', async () => {
    const post_id = await world.buildPost({ author: ada })
    const other = await world.buildPost()
    await world.buildComment({ post_id: other, author: ada })
    const shown = {
      list: () => call(router.posts.list, {}, as(null)),
      post: () => call(router.posts.read, { id: post_id }, as(null)),
      related: () => call(router.posts.related, { id: other }, as(null)),
      comments: () => call(router.comments.list, { id: other }, as(null)),
      profile: () => call(router.profiles.read, { username: ada.username }, as(null)),
      search: () => call(router.profiles.search, { search: ada.username }, as(null)),
      new: () => call(router.profiles.read, { username: `${ada.username}_2` }, as(null)).catch(() => null),
    }
    for (const [key, ask] of Object.entries(shown))
      await world.services.responseCache.read(key, async () => {
        return { status: 200, headers: {}, body: JSON.stringify(await ask()) }
      })
    await update(ada, { username: `${ada.username}_2` })
    for (const key of Object.keys(shown)) expect(world.services.responseCache.peek(key), key).toBeUndefined()
  })

  test('when a discussion they took part in is deleted', async () => {
    const id = await world.buildPost()
    const others = await Promise.all(Array.from({ length: 250 }, () => world.buildMember()))
    for (const author of others) await world.buildComment({ post_id: id, author })
    const remove = () => call(router.posts.remove, { id }, as(world.people.author))
    const dropped = await tagsDroppedBy(remove)
    expect(dropped).toEqual(expect.arrayContaining(others.map((other) => `profile:${other.id}`)))
  })

  test('on every node when their role changes or their address is verified, whoever does it', async () => {
    await world.services.bus.start()
    const role = { user_id: ada.id, role: 'editor' }
    await tagsToCome([`profile:${ada.id}`], () => world.db.insertInto('user_roles').values(role).execute())
    await tagsToCome([`profile:${ada.id}`], () =>
      world.db.deleteFrom('user_roles').where('user_id', '=', ada.id).execute(),
    )
    const users = world.db.updateTable('users').where('id', '=', ada.id)
    await users.set({ email_verified: false }).execute()
    await tagsToCome([`profile:${ada.id}`, `name:${ada.username}`, 'names'], () =>
      users.set({ email_verified: true }).execute(),
    )
  })
})

function update(
  person: Viewer | null,
  change: Partial<Record<'username' | 'full_name' | 'bio' | 'location' | 'website_url', string | null>> & {
    updated_at?: string
  },
) {
  return call(router.me.update, change as never, as(person))
}

function readMe(person: Viewer | null) {
  return call(router.me.read, undefined, as(person))
}

function profileOf({ username }: Viewer) {
  return call(router.profiles.read, { username }, as(null))
}

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

async function refusesName(person: Viewer, username: string, message: string | RegExp) {
  await expect(update(person, { username })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    data: { field: 'username' },
  })
}

async function tagsDroppedBy(act: () => Promise<unknown>): Promise<string[]> {
  const dropped: string[] = []
  const stop = world.services.bus.subscribe(RESPONSE_CACHE_CHANNEL, (tags) =>
    dropped.push(...(tags as string[])),
  )
  await act()
  stop()
  return dropped
}

/** Runs `act` and waits until the cache tags are invalidated, which happens a moment after the commit. */
async function tagsToCome(tags: string[], act: () => Promise<unknown>): Promise<void> {
  const dropped: unknown[] = []
  const stop = world.services.bus.subscribe(RESPONSE_CACHE_CHANNEL, (told) => dropped.push(told))
  await act()
  await expect.poll(() => dropped, { timeout: 2000 }).toContainEqual(tags)
  stop()
}
