import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { HOURS_WITHOUT_END } from './policy.ts'
import { eventsHead } from './queries.ts'

const HOUR = 3_600_000
let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const as = (person: 'editor' | 'visitor') => ({ context: world.asContext(world.people[person]) })
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const schedule = (title: string, starts: number, ends?: number) =>
  call(
    router.events.create,
    { title, starts_at: inHours(starts), ...(ends && { ends_at: inHours(ends) }), place: 'The library' },
    as('editor'),
  )
const titles = async (when: 'upcoming' | 'past', limit?: number) => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await call(
      router.events.list,
      { when, ...(limit && { limit }), ...(cursor && { cursor }) },
      as('visitor'),
    )
    seen.push(...items.map(({ title }) => title))
    cursor = next ?? undefined
  } while (cursor)
  return seen
}

test('what is to come is there the soonest first, what is over the latest first, page by page', async () => {
  await schedule('in a month', 720)
  await schedule('tomorrow', 24)
  await schedule('under way', -5, 1)
  await schedule('begun, and nobody said until when', -HOURS_WITHOUT_END + 0.1)
  await schedule('yesterday', -24, -22)
  await schedule('over, as far as anybody knows', -HOURS_WITHOUT_END - 0.1)
  await schedule('last year', -9000)
  const upcoming = ['under way', 'begun, and nobody said until when', 'tomorrow', 'in a month']
  const past = ['over, as far as anybody knows', 'yesterday', 'last year']
  for (const limit of [undefined, 1, 2]) {
    expect(await titles('upcoming', limit)).toEqual(upcoming)
    expect(await titles('past', limit)).toEqual(past)
  }
  const { items } = await call(router.events.list, {}, as('visitor'))
  expect(items.map(({ is_on }) => is_on)).toEqual([true, true, false, false])
})

test('a time may come with any offset, and is kept in UTC', async () => {
  for (const [starts_at, kept] of [
    ['2050-01-01T00:00:00+23:59', '2049-12-31T00:01:00.000000Z'],
    ['2050-01-01T00:00:00.5-03:30', '2050-01-01T03:30:00.500000Z'],
  ] as const) {
    const event = await call(
      router.events.create,
      { title: 'far away', starts_at, link: 'https://a.example' },
      as('editor'),
    )
    expect(event.starts_at).toBe(kept)
    await call(router.events.remove, { id: event.id }, as('editor'))
  }
})

test('a cursor of the other list, or of none, is refused', async () => {
  const { next } = await call(router.events.list, { limit: 1 }, as('visitor'))
  for (const cursor of [next ?? '', 'nonsense', ''])
    await expect(call(router.events.list, { when: 'past', cursor }, as('visitor'))).rejects.toMatchObject({
      status: 400,
    })
})

test.each([
  [{ ends_at: inHours(-9999) }, 'ends_at'],
  [{ place: null }, 'place'],
])('a part that does not fit the rest is refused: %o', async (change, field) => {
  const { id } = await schedule('whole', 48)
  const update = call(router.events.update, { id, ...change }, as('editor'))
  await expect(update).rejects.toMatchObject({ status: 400, data: { field } })
})

test('search engines hear of what is to come, and of nothing where nothing is', async () => {
  const site = { product: 'Threshold', name: 'The Threshold', url: 'https://forum.example' }
  expect(JSON.stringify(eventsHead(site, []))).not.toContain('ld+json')
  const { items } = await call(router.events.list, {}, as('visitor'))
  const [, , tomorrow] = items
  if (!tomorrow) throw new Error('there is no such event')
  const { meta } = eventsHead(site, [{ ...tomorrow, link: 'https://meet.example' }])
  expect(meta.at(-1)).toMatchObject({
    'script:ld+json': {
      '@graph': [
        {
          '@type': 'Event',
          name: 'tomorrow',
          startDate: tomorrow.starts_at,
          eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
          location: [{ name: 'The library' }, { url: 'https://meet.example' }],
        },
      ],
    },
  })
})
