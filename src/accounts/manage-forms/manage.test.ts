import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const KINDS = {
  concepts: {
    good: () => ({ name: `Name ${next()}`, color: '#4F7DF3', description: '  What it is about. ' }),
    stored: { color: '#4f7df3', description: 'What it is about.' },
    bad: { name: ' ', color: 'blue', description: 'd'.repeat(501) },
    change: { description: 'Something else.' },
    table: 'concepts',
    kind: 'concept',
    naming: 'name',
  },
  thinkers: {
    good: () => ({
      name: `Name ${next()}`,
      field_of_expertise: 'Ethics',
      bio: 'A life.',
      website_url: 'a.example',
    }),
    stored: { website_url: 'https://a.example', key_works: [], born: null },
    bad: {
      name: 'n'.repeat(101),
      bio: '\u200b',
      website_url: 'javascript:alert(1)',
      born: 3000,
      key_works: [''],
    },
    change: { key_works: ['One', 'Two'] },
    table: 'featured_thinkers',
    kind: 'thinker',
    naming: 'name',
  },
  resources: {
    good: () => ({
      kind: 'book' as const,
      title: `Title ${next()}`,
      author: 'Somebody',
      year: 1984,
      link: 'https://a.example',
      description: 'Worth it.',
    }),
    stored: { kind: 'book', year: 1984, category: null },
    bad: { title: '', author: '', link: 'ftp://a.example', year: 1984.5, description: '' },
    change: { year: 1985 },
    table: 'resources',
    kind: 'book',
    naming: 'title',
  },
  events: {
    good: () => ({
      title: `Title ${next()}`,
      starts_at: '2030-05-01T18:00:00+02:00',
      place: 'The old library',
    }),
    stored: { starts_at: '2030-05-01T16:00:00.000000Z', ends_at: null, link: null, is_on: false },
    bad: {
      title: '',
      starts_at: '1999-12-31T23:59:59Z',
      link: 'https://me:secret@a.example',
      place: 'p'.repeat(201),
    },
    change: { link: 'https://a.example/stream' },
    table: 'events',
    kind: 'event',
    naming: 'title',
  },
  rules: {
    good: () => ({ title: `Title ${next()}`, text: '  What it means. ' }),
    stored: { text: 'What it means.' },
    bad: { title: ' ', text: 't'.repeat(2001), number: 51 },
    change: { text: 'Something else.' },
    table: 'community_rules',
    kind: 'rule',
    naming: 'title',
  },
} as const

let count = 0
const next = () => ++count

describe.each(Object.entries(KINDS))('%s', (group, { good, stored, bad, change, table, kind, naming }) => {
  // biome-ignore lint/suspicious/noExplicitAny: calls the same operations on items of four types
  const { create, update, remove, list } = router[group as keyof typeof KINDS] as any
  const make = (by: Viewer | null = world.people.editor, input: object = good()) =>
    call(create, input, as(by))
  const named = (item: Record<string, unknown>) => item[naming] as string
  const log = async (item_id: string) =>
    (await call(router.changes.list, {}, as(world.people.editor))).items
      .filter((each) => each.item_id === item_id)
      .map(({ act, fields, name, kind: of, changed_by }) => [act, fields, name, of, changed_by?.username])
  const isListed = async (id: string) =>
    (await call(list, group === 'events' ? {} : undefined, as(null))).items.some(
      (item: Item) => item.id === id,
    )
  let item: Item

  beforeEach(async () => {
    item = (await make()) as Item
  })

  test('are added by editors and admins, as they were checked, and it is on record', async () => {
    expect(item).toMatchObject(stored)
    expect(await isListed(item.id)).toBe(true)
    expect(await log(item.id)).toEqual([['created', [], named(item), kind, 'edith']])
    const other = (await make(world.people.admin)) as Item
    expect(await log(other.id)).toEqual([['created', [], named(other), kind, 'adam']])
  })

  test('are changed in part, and the log says which', async () => {
    const changed = await call(
      update,
      { id: item.id, ...change, updated_at: item.updated_at },
      as(world.people.admin),
    )
    expect(changed).toMatchObject({ ...change, id: item.id })
    expect(changed.updated_at > item.updated_at).toBe(true)
    expect(named(changed)).toBe(named(item))
    const renamed = `Renamed ${next()}`
    await call(update, { id: item.id, [naming]: renamed }, as(world.people.editor))
    expect(await log(item.id)).toEqual([
      ['updated', [naming], renamed, kind, 'edith'],
      ['updated', Object.keys(change), named(item), kind, 'adam'],
      ['created', [], named(item), kind, 'edith'],
    ])
  })

  test('that are changed to what they are have not changed', async () => {
    const same = await call(update, { id: item.id, [naming]: named(item) }, as(world.people.editor))
    expect(same).toEqual(item)
    expect(await log(item.id)).toHaveLength(1)
  })

  test('are not overwritten by who has not seen the last change', async () => {
    await call(update, { id: item.id, ...change }, as(world.people.admin))
    const late = { id: item.id, [naming]: `Late ${next()}`, updated_at: item.updated_at }
    await expect(call(update, late, as(world.people.editor))).rejects.toMatchObject({
      code: 'CONFLICT',
      status: 409,
    })
    expect(await log(item.id)).toHaveLength(2)
  })

  test('are deleted once, and the name stays in the log', async () => {
    expect(await call(remove, { id: item.id }, as(world.people.admin))).toEqual({ id: item.id })
    expect(await isListed(item.id)).toBe(false)
    expect((await log(item.id))[0]).toEqual(['deleted', [], named(item), kind, 'adam'])
    for (const act of [remove, update])
      await expect(call(act, { id: item.id }, as(world.people.admin))).rejects.toMatchObject({ status: 404 })
    expect(await log(item.id)).toHaveLength(2)
  })

  test('are changed, exchanged and deleted by twenty at once, none of whom waits in a circle', async () => {
    const items = (await Promise.all(Array.from({ length: 10 }, () => make()))) as Item[]
    const editor = as(world.people.editor)
    const attempts = items.flatMap((each, n) => {
      const neighbour = items[(n + 1) % items.length] as Item
      const last = n % 2 ? call(remove, { id: each.id }, editor) : make(undefined, { ...good() })
      // Takes the name of another item, which is being renamed at the same time.
      return [call(update, { id: each.id, ...change, [naming]: named(neighbour) }, editor), last]
    })
    for (const outcome of await Promise.allSettled(attempts))
      if (outcome.status === 'rejected') expect([404, 409]).toContain(outcome.reason.status)
  })

  test('are for editors and admins alone', async () => {
    const acts = [
      () => [create, good()],
      () => [update, { id: item.id, ...change }],
      () => [remove, { id: item.id }],
    ]
    for (const act of acts) {
      const [procedure, input] = act()
      await expect(call(procedure, input, as(null))).rejects.toMatchObject({ status: 401 })
      for (const person of [world.people.member, world.people.moderator])
        await expect(call(procedure, input, as(person))).rejects.toMatchObject({ status: 403 })
    }
    expect(await log(item.id)).toHaveLength(1)
  })

  test.each(Object.entries(bad))(
    'with a wrong %s are refused, and the field is named',
    async (field, value) => {
      const named = {
        status: 400,
        data: { field: expect.stringMatching(new RegExp(`^${field}(\\.\\d+)?$`)) },
      }
      await expect(make(world.people.editor, { ...good(), [field]: value })).rejects.toMatchObject(named)
      const part = call(update, { id: item.id, [field]: value }, as(world.people.editor))
      await expect(part).rejects.toMatchObject(named)
      expect(await log(item.id)).toHaveLength(1)
    },
  )

  test('that are sent again are made once; an id that something else has is refused', async () => {
    const sent = { ...good(), id: newId() }
    const [one, two] = (await Promise.all([make(undefined, sent), make(undefined, sent)])) as [Item, Item]
    expect(two).toEqual(one)
    expect(await log(sent.id)).toHaveLength(1)
    await expect(make(undefined, { ...good(), id: sent.id })).rejects.toMatchObject({ status: 409 })
  })

  test('cannot be other than the contract says, whoever writes them', async () => {
    const { rows } = await sql<{ columns: string[] }>`
      select array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and data_type = 'text'`.execute(world.db)
    for (const column of rows[0]?.columns ?? [])
      for (const text of [' spaces around ', 'x'.repeat(2001)])
        await expect(
          sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where id = ${item.id}`.execute(
            world.db,
          ),
          `${column} = ${text.slice(0, 20)}`,
        ).rejects.toMatchObject({ code: '23514' })
  })
})

test('concepts of the same posts are deleted at once, while posts are given others', async () => {
  const { editor, author } = world.people
  const concepts = await Promise.all(
    Array.from({ length: 20 }, () => call(router.concepts.create, KINDS.concepts.good(), as(editor))),
  )
  const ids = concepts.map(({ id }) => id)
  const posts: string[] = []
  for (let n = 0; n < 20; n++) {
    const concept_ids = [ids[n], ids[(n + 7) % 20], ids[(n + 13) % 20]] as string[]
    const post = { title: `Post ${n}`, content: '<p>Words.</p>', concept_ids }
    posts.push((await call(router.posts.create, post, as(author))).id)
  }
  const edits = posts.map((id, n) =>
    call(router.posts.update, { id, concept_ids: [ids[(n + 3) % 20] as string] }, as(author)),
  )
  const outcomes = await Promise.allSettled([
    ...ids.slice(0, 15).map((id) => call(router.concepts.remove, { id }, as(editor))),
    ...edits,
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect([400, 404, 409]).toContain(outcome.reason.status)
})

interface Item extends Record<string, unknown> {
  id: string
  updated_at: string
}

describe('the log', () => {
  test('goes on page by page, the latest first', async () => {
    const names = Array.from({ length: 5 }, () => `Paged ${next()}`)
    for (const name of names)
      await call(router.concepts.create, { name, color: '#112233' }, as(world.people.editor))
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 3; page++) {
      const { items, next } = await call(router.changes.list, { limit: 2, cursor }, as(world.people.admin))
      seen.push(...items.map(({ name }) => name))
      cursor = next ?? undefined
    }
    expect(seen.slice(0, 5)).toEqual(names.toReversed())
  })

  test('keeps what somebody did who has left', async () => {
    const leaver = await world.buildMember({ roles: ['editor'] })
    const { id } = await call(router.concepts.create, { name: 'Kept', color: '#112233' }, as(leaver))
    await world.db.deleteFrom('users').where('id', '=', leaver.id).execute()
    const { items } = await call(router.changes.list, {}, as(world.people.editor))
    expect(items.find(({ item_id }) => item_id === id)).toMatchObject({ name: 'Kept', changed_by: null })
  })

  test('has nothing of a change that failed', async () => {
    const before = await call(router.changes.list, {}, as(world.people.editor))
    const input = { name: 'KEPT', color: '#112233' }
    await expect(call(router.concepts.create, input, as(world.people.editor))).rejects.toMatchObject({
      status: 409,
      message: 'A concept with this name already exists.',
      data: { field: 'name' },
    })
    expect(await call(router.changes.list, {}, as(world.people.editor))).toEqual(before)
  })

  test('and the counts are for editors and admins', async () => {
    const acts = [
      (person: Viewer | null) => call(router.changes.list, {}, as(person)),
      (person: Viewer | null) => call(router.collections.list, undefined, as(person)),
    ]
    for (const act of acts) {
      await expect(act(null)).rejects.toMatchObject({ status: 401 })
      for (const person of [world.people.member, world.people.moderator])
        await expect(act(person)).rejects.toMatchObject({ status: 403 })
    }
    const { items } = await call(router.collections.list, undefined, as(world.people.admin))
    const { n } = await world.db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(items.map(({ name }) => name)).toEqual(['concepts', 'thinkers', 'resources', 'events', 'rules'])
    expect(items[3]).toEqual({ name: 'events', count: n, can: { create: true, update: true, delete: true } })
  })
})
