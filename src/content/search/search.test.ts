import { call, type InferRouterInputs } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'

type Inputs = InferRouterInputs<typeof router>['searches']

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const visitor = () => ({ context: world.asContext(null) })
const summary = (input: Inputs['summary']) => call(router.searches.summary, input, visitor())
const comments = (input: Inputs['comments']) => call(router.searches.comments, input, visitor())
const notes = (input: Inputs['notes']) => call(router.searches.notes, input, visitor())
const people = (input: Inputs['people']) => call(router.searches.people, input, visitor())

async function comment(post_id: string, content: string, parent_id: string | null = null): Promise<string> {
  const { id } = await world.db
    .insertInto('comments')
    .values({ post_id, content, parent_id, author_id: world.people.author.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function note(content: string): Promise<string> {
  const { id } = await world.db
    .insertInto('notes')
    .values({ content, author_id: world.people.author.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function countWords(): Promise<void> {
  await sql`select add_up_search_words()`.execute(world.db)
}

describe('comments', () => {
  test('with the very words come before beginnings, then the newest first, page by page', async () => {
    const post = await world.buildPost({ title: 'On sleep' })
    const exact: string[] = []
    const beginning: string[] = []
    for (let n = 0; n < 24; n++) {
      exact.push(await comment(post, `A dodecahedron, number ${n}`))
      beginning.push(await comment(post, `Many dodecahedrontic things ${n}`))
    }
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await comments({ search: 'dodecahedron', cursor })
      expect(page.items.length).toBeLessThanOrEqual(20)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(found).toEqual([...exact.reverse(), ...beginning.reverse()])
  })

  test('say where they stand, by whom, and what of them answers', async () => {
    const post = await world.buildPost({ title: 'Tides' })
    const id = await comment(
      post,
      `${'Long before. '.repeat(60)}A naïve <b>axolotl</b> swims. ${'After. '.repeat(60)}`,
    )
    const [found] = (await comments({ search: 'naive axolotl' })).items
    expect(found).toMatchObject({ id, post_id: post, post_title: 'Tides', author: { username: 'mara' } })
    expect(found?.excerpt).toMatch(/^… .*\uE000naïve\uE001 <b>\uE000axolotl\uE001<\/b> swims.* …$/s)
  })

  test('that are edited or deleted are found by what they say then, stubs by nothing', async () => {
    const post = await world.buildPost({ title: 'Edits' })
    const id = await comment(post, 'A wombat')
    const idsOf = async (search: string) => (await comments({ search })).items.map((each) => each.id)
    await world.db.updateTable('comments').set({ content: 'A quoll' }).where('id', '=', id).execute()
    expect([await idsOf('wombat'), await idsOf('quoll')]).toEqual([[], [id]])
    await comment(post, 'An answer', id)
    await world.db
      .updateTable('comments')
      .set({ content: '', author_id: null, deleted_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await idsOf('quoll')).toEqual([])
    const gone = await comment(post, 'A bandicoot')
    await world.db.deleteFrom('comments').where('id', '=', gone).execute()
    expect(await idsOf('bandicoot')).toEqual([])
    const last = await comment(post, 'A potoroo')
    await world.db.deleteFrom('posts').where('id', '=', post).execute()
    expect(await idsOf('potoroo')).not.toContain(last)
  })
})

describe('notes and people', () => {
  test('notes are found whole, replies too, stubs never', async () => {
    const id = await note('Saw a numbat\nat dawn')
    const { id: reply } = await world.db
      .insertInto('notes')
      .values({ content: 'Numbat!', parent_id: id, author_id: world.people.other.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const found = await notes({ search: 'numbat' })
    expect(found.items.map((each) => [each.id, each.excerpt])).toEqual([
      [reply, '\uE000Numbat\uE001!'],
      [id, 'Saw a \uE000numbat\uE001 at dawn'],
    ])
    await world.db
      .updateTable('notes')
      .set({ content: '', author_id: null, deleted_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    expect((await notes({ search: 'numbat' })).items.map((each) => each.id)).toEqual([reply])
    expect((await notes({ search: 'dawn' })).items).toEqual([])
  })

  test('people: whose name it is, whose begins so, then who is followed most, page by page', async () => {
    const names = Array.from({ length: 23 }, (_, n) => `zephyr${String(n).padStart(2, '0')}`)
    for (const username of ['zephyr', 'a_zephyr', ...names]) await world.buildMember({ username })
    await sql`insert into user_follows (follower_id, following_id)
      select ${world.people.author.id}, id from profiles where username = 'zephyr07'`.execute(world.db)
    const first = await people({ search: '@zephyr' })
    expect(first.items).toHaveLength(20)
    expect(first.items.slice(0, 2).map((each) => each.username)).toEqual(['zephyr', 'zephyr07'])
    const second = await people({ search: '@zephyr', cursor: first.next ?? undefined })
    expect(second.next).toBeNull()
    expect(second.items.at(-1)?.username).toBe('a_zephyr')
    expect(new Set([...first.items, ...second.items].map((each) => each.id)).size).toBe(25)
    expect((await people({ search: 'ze' })).items).toEqual([])
  })
})

describe('the summary', () => {
  test('counts each kind, up to a hundred', async () => {
    const post = await world.buildPost({ title: 'A theremin' })
    await comment(post, 'The theremin!')
    await note('theremin')
    await world.buildMember({ username: 'theremin_player' })
    expect(await summary({ search: 'theremin' })).toEqual({
      spelling: null,
      problems: [],
      counts: { posts: 1, comments: 1, notes: 1, people: 1 },
    })
    for (let n = 0; n < 101; n++) await comment(post, `theremin ${n}`)
    expect((await summary({ search: 'theremin' })).counts.comments).toBe(101)
    expect((await summary({ search: 'theremin', time: 'day' })).counts.posts).toBe(1)
  })

  test.each([
    ['a letter that is missing', 'conciousness', 'consciousness'],
    ['letters that changed places', 'neurla', 'neural'],
    ['in capitals', 'Conciousness', 'consciousness'],
    ['several letters of a long word', 'conciusness', 'consciousness'],
    ['one word of several', 'neural conciousness', 'neural consciousness'],
    ['without its accents', 'naivetee', 'naivete'],
  ])('offers the usual spelling for %s: %s', async (_, search, spelling) => {
    await world.buildPost({ title: 'Neural consciousness', content_text: 'With some naïveté.' })
    await countWords()
    const found = await summary({ search })
    expect(found.spelling).toBe(spelling)
    expect(found.counts.posts).toBeGreaterThan(0)
    expect(await summary({ search, spelling: 'typed' })).toEqual({
      spelling,
      problems: [],
      counts: { posts: 0, comments: 0, notes: 0, people: 0 },
    })
  })

  test.each([
    ['', 'nothing'],
    ['"conciousness"', 'a phrase'],
    ['-conciousness', 'what is left out'],
    ['consciousness', 'what is right'],
    ['xyzzyplughqq', 'what is near to nothing'],
    ['nerual1', 'what has a number in it'],
    ["'; drop table posts; --", 'what is hostile'],
    ['%_\\\\%%%%', 'wildcards'],
    ['意識意識意識', 'what has no letters'],
    ['\u0301\u0301\u0301\u0301', 'marks alone'],
    ['a'.repeat(200), 'a word without end'],
    ['x\0conci', 'U+0000'],
    ['🙂'.repeat(50), 'pictures'],
  ])('%j: %s is left as it is', async (search) => {
    expect((await summary({ search })).spelling).toBeNull()
    for (const list of [comments, notes, people]) await list({ search })
  })

  test('keeps a rare word that somebody wrote, unless one letter of a common one is wrong in it', async () => {
    for (let n = 0; n < 12; n++) await world.buildPost({ title: 'Electroluminescence' })
    await world.buildPost({ title: 'Electroluminescing electroluminescense' })
    await countWords()
    expect((await summary({ search: 'electroluminescing' })).spelling).toBeNull()
    expect((await summary({ search: 'electroluminescense' })).spelling).toBe('electroluminescence')
  })

  test('does not offer a word that went with the last thing that held it', async () => {
    const post = await world.buildPost({ title: 'Sesquipedalian' })
    await countWords()
    expect((await summary({ search: 'sesquipedalain' })).spelling).toBe('sesquipedalian')
    await world.db.deleteFrom('posts').where('id', '=', post).execute()
    expect((await summary({ search: 'sesquipedalain' })).spelling).toBeNull()
    await countWords()
    const known = await sql`select from search_words where word = 'sesquipedalian'`.execute(world.db)
    expect(known.rows).toEqual([])
  })
})

test('each word is counted once for each post, comment and note that holds it, and no other', async () => {
  await sql`select add_up_search_words(100000)`.execute(world.db)
  const { rows } = await sql`
    with counted as (
      select word, count(*)::integer as holders from (
        select title || ' ' || content_text as content from posts
        union all select content from comments where deleted_at is null
        union all select content from notes where deleted_at is null) as written
      cross join unnest(words_of(content)) as word group by word)
    select word, kept.holders as kept, counted.holders as counted
    from search_words as kept full join counted using (word) where kept.holders is distinct from counted.holders`.execute(
    world.db,
  )
  expect(rows).toEqual([])
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

test.each([
  ['Don’t STOP—“now”', "don't stop now dont"],
  ['ΑΣ’Α — ÉTÉ', "ασ'α été ασα"],
  ['Ｆｕｌｌ ﬁne ½', 'full fine 1 2'],
  ['İstanbul ß 🙂', 'istanbul ß emoji128578'],
  ['人工智能—“mind”', '人工 工智 智能 能 mind'],
  ['COVID-19 at https://nature.com/a_b', 'covid 19 at https: nature com a b covid19 naturecom ab'],
  ['a.b.c.d.e.f', 'a b c d e f abcde'],
])('“%s” is read as “%s”, whatever letters and marks it has', async (written, read) => {
  const { rows } = await sql<{ read: string }>`
    select btrim(regexp_replace(words_of_document(${written}), '\\s+', ' ', 'g')) as read`.execute(world.db)
  expect(rows).toEqual([{ read }])
})

test.each(['newest', '!', 'WzAsMCwwLDAsLTEsLTFd'])(
  'a cursor that is none of ours is refused: %s',
  async (cursor) => {
    for (const list of [comments, notes, people])
      await expect(list({ search: 'words', cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  },
)
