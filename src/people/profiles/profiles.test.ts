import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { EXCERPT_LENGTH } from '../../settings/profile-page/policy.ts'
import { MEMBER_SEARCH_SIZE, TAB_SIZE } from './policy.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const NOT_FOUND = { code: 'NOT_FOUND', message: 'The user profile could not be found' }

describe('a profile', () => {
  test('tells who somebody is, in any case of their name', async () => {
    const ada = await world.buildMember({
      username: 'Ada_Reads',
      full_name: 'Ada Reads',
      roles: ['moderator'],
    })
    await write(ada, { bio: 'Reads.', location: 'Taipei', website_url: 'https://ada.example' })
    for (const username of ['Ada_Reads', 'ada_reads', 'ADA_READS'])
      expect(await read(username)).toMatchObject({
        id: ada.id,
        username: 'Ada_Reads',
        full_name: 'Ada Reads',
        bio: 'Reads.',
        location: 'Taipei',
        website_url: 'https://ada.example',
        avatar_url: null,
        roles: ['moderator'],
        post_count: 0,
        comment_count: 0,
        followers_count: 0,
        following_count: 0,
      })
  })

  test.each(['nobody_here', '', 'x'.repeat(100), "'; drop table", 'a\0b', '%', 'mar_'])(
    'of %j is nobody’s',
    async (username) => {
      for (const act of [read, posts, comments]) await expect(act(username)).rejects.toMatchObject(NOT_FOUND)
    },
  )

  test('of an account whose address is not verified is not found', async () => {
    const eve = await world.buildMember({ username: 'eve_unverified', full_name: 'Eve Unverified' })
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', eve.id).execute()
    for (const act of [read, posts, comments])
      await expect(act('eve_unverified')).rejects.toMatchObject(NOT_FOUND)
    expect(await found('eve_unv')).toEqual([])
    await rename(eve, 'eve_renamed')
    await expect(read('eve_unverified')).rejects.toMatchObject(NOT_FOUND)
    await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', eve.id).execute()
    expect(await read('eve_unverified')).toMatchObject({ username: 'eve_renamed' })
  })

  test('is found by a name that was given up, for 90 days', async () => {
    const kai = await world.buildMember({ username: 'kai_before' })
    const post = await world.buildPost({ author: kai })
    await world.buildComment({ post_id: post, author: kai })
    await rename(kai, 'kai_after')
    expect(await read('KAI_before')).toMatchObject({ id: kai.id, username: 'kai_after' })
    expect((await posts('kai_before')).items).toHaveLength(1)
    expect((await comments('kai_before')).items).toHaveLength(1)
    await sql`update former_usernames set released_at = now() - interval '90 days 1 minute'
      where username = 'kai_before'`.execute(world.db)
    await expect(read('kai_before')).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('the tabs', () => {
  test('are empty for who wrote nothing', async () => {
    const { username } = await world.buildMember()
    expect(await posts(username)).toEqual({ items: [], next: null })
    expect(await comments(username)).toEqual({ items: [], next: null })
  })

  test('show the beginning of a text in one line', async () => {
    const { username, ...author } = await world.buildMember()
    const words = 'word \n\n'.repeat(200)
    const id = await world.buildPost({ author: { ...author, username }, content: `<p>${words}</p>` })
    const short = await world.buildPost({ author: { ...author, username }, content: '<p>All   of it.</p>' })
    await world.buildComment({ post_id: id, author: { ...author, username }, content: words })
    const { items } = await posts(username)
    expect(items.map((post) => [post.id, post.excerpt.length <= EXCERPT_LENGTH + 1])).toEqual([
      [short, true],
      [id, true],
    ])
    expect(items[0]?.excerpt).toBe('All of it.')
    expect(items[1]?.excerpt).toMatch(/^word word .{280,289}…$/)
    expect((await comments(username)).items[0]).toMatchObject({ post_id: id, post_title: items[1]?.title })
    expect((await comments(username)).items[0]?.excerpt).toMatch(/^word word .{280,289}…$/)
  })

  test('tell that there is more, also where what is shown ends with a word', async () => {
    const author = await world.buildMember()
    await world.buildPost({ author, content: `<p>${'x'.repeat(EXCERPT_LENGTH)} and more</p>` })
    await world.buildPost({ author, content: `<p>${'y'.repeat(EXCERPT_LENGTH)}</p>` })
    const { items } = await posts(author.username)
    expect(items.map(({ excerpt }) => excerpt)).toEqual([
      'y'.repeat(EXCERPT_LENGTH),
      `${'x'.repeat(EXCERPT_LENGTH)}…`,
    ])
  })

  test(`hold ${TAB_SIZE}, newest first, and go on without gaps where somebody writes meanwhile`, async () => {
    const author = await world.buildMember()
    const ids: string[] = []
    for (let i = 0; i < TAB_SIZE + 3; i++) ids.unshift(await world.buildPost({ author }))
    const first = await posts(author.username)
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, TAB_SIZE))
    await world.buildPost({ author })
    const second = await posts(author.username, first.next ?? '')
    expect(second.items.map(({ id }) => id)).toEqual(ids.slice(TAB_SIZE))
    expect(second.next).toBeNull()
  })

  test('hold comments of all posts, but neither others’ nor deleted ones', async () => {
    const author = await world.buildMember()
    const [one, two] = [await world.buildPost(), await world.buildPost()]
    const ids: string[] = []
    for (let i = 0; i < TAB_SIZE + 2; i++)
      ids.unshift(await world.buildComment({ post_id: i % 2 ? one : two, author }))
    await world.buildComment({ post_id: one })
    const gone = ids.shift() as string
    await call(router.comments.remove, { id: gone }, { context: world.asContext(author) })
    const first = await comments(author.username)
    const second = await comments(author.username, first.next ?? '')
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
  })

  test.each(['', 'x', 'WzEsMCwwLDAsLTEsLTFd'])('refuse the cursor %j', async (cursor) => {
    for (const act of [posts, comments])
      await expect(act('mara', cursor)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a search for members', () => {
  test('finds usernames and names, whatever case and accents', async () => {
    await world.buildMember({ username: 'zoltan_k', full_name: 'Žoltán Kővári' })
    for (const text of ['zol', 'OLTAN', 'kovari', 'Žoltán k', 'an_k', '@zoltan_k', ' ｚｏｌ '])
      expect(await found(text), text).toEqual(['zoltan_k'])
  })

  test('takes no character for a wildcard', async () => {
    await world.buildMember({ username: 'percent_1', full_name: '100% sure' })
    await world.buildMember({ username: 'percentx1', full_name: 'C:\\dos' })
    expect(await found('percent_1')).toEqual(['percent_1'])
    expect(await found('00%')).toEqual(['percent_1'])
    expect(await found('00％')).toEqual(['percent_1'])
    expect(await found('c:\\')).toEqual(['percentx1'])
    for (const text of ['%%%', '___', 'p%1', '\\\\\\']) expect(await found(text), text).toEqual([])
  })

  test('has the very name first, then names that begin so, then who is followed most', async () => {
    const [, , within, followed] = [
      await world.buildMember({ username: 'quorum' }),
      await world.buildMember({ username: 'quorum_two' }),
      await world.buildMember({ username: 'the_quorum' }),
      await world.buildMember({ username: 'a_quorum' }),
    ]
    await follow(world.people.other, followed)
    expect(await found('quorum')).toEqual(['quorum', 'quorum_two', 'a_quorum', 'the_quorum'])
    await follow(world.people.other, within)
    await follow(world.people.member, within)
    expect(await found('quorum')).toEqual(['quorum', 'quorum_two', 'the_quorum', 'a_quorum'])
  })

  test('leaves out who is to be left out, and still finds ten', async () => {
    for (let i = 0; i < MEMBER_SEARCH_SIZE + 2; i++) await world.buildMember({ username: `crowded_${i}` })
    expect(await found('crowded')).toHaveLength(MEMBER_SEARCH_SIZE)
    const others = await found('crowded', 'CROWDED_0')
    expect(others).toHaveLength(MEMBER_SEARCH_SIZE)
    expect(others).not.toContain('crowded_0')
  })

  test.each(['', 'ab', '  a  ', 'x'.repeat(101)])('refuses %j', async (text) => {
    await expect(found(text)).rejects.toMatchObject({ code: 'BAD_REQUEST', data: { field: 'search' } })
  })

  test('of nothing but marks finds nobody', async () => {
    expect(await found('\u0301\u0301\u0301')).toEqual([])
  })

  test('folds plain ASCII as it folds all else', async () => {
    const { rows } = await sql<{ differing: string }>`
      select pair as differing from (
        select chr(a) || chr(b) as pair from generate_series(1, 127) as a, generate_series(1, 127) as b) as pairs
      where folded(pair) is distinct from
        translate(lower(immutable_unaccent(normalize(pair, NFKC)) collate "und-x-icu"), '-_/.,''', '   ')`.execute(
      world.db,
    )
    expect(rows).toEqual([])
  })

  test('and the tabs walk indexes', async () => {
    await world.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const plans = await sql<{ 'QUERY PLAN': string }>`explain select id from profiles
        where searched_names like '%' || folded('mara') || '%'`.execute(trx)
      expect(JSON.stringify(plans.rows)).toContain('profiles_names_index')
    })
  })
})

function read(username: string) {
  return call(router.profiles.read, { username }, asVisitor())
}

function posts(username: string, cursor?: string) {
  return call(router.profiles.posts, { username, cursor }, asVisitor())
}

function comments(username: string, cursor?: string) {
  return call(router.profiles.comments, { username, cursor }, asVisitor())
}

async function found(search: string, exclude?: string) {
  const { items } = await call(router.profiles.search, { search, exclude }, asVisitor())
  return items.map(({ username }) => username)
}

function asVisitor() {
  return { context: world.asContext(null) }
}

async function write({ id }: Viewer, change: Record<string, string>) {
  await world.db.updateTable('profiles').set(change).where('id', '=', id).execute()
}

function rename(member: Viewer, username: string) {
  return write(member, { username })
}

async function follow({ id }: Viewer, other: Viewer) {
  await world.db.insertInto('user_follows').values({ follower_id: id, following_id: other.id }).execute()
}
