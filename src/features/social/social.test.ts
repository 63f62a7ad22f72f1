import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app.server.ts'
import { Limits } from '../../platform/limits.server.ts'
import { makeSquares } from '../profiles/picture.server.ts'
import { imageAddress, type Pictured } from './address.ts'
import { badgeColor, oklch } from './colors.server.ts'
import { drawCard } from './draw.server.tsx'
import { findPictured } from './sql.server.ts'

let world: World
let app: ReturnType<typeof createApp>
let id: string

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.RATE_LIMITS = true
  const category = await world.db
    .insertInto('categories')
    .values({ name: 'Ethics', color: '#d98a1f' })
    .returning('id')
    .executeTakeFirstOrThrow()
  id = await world.buildPost({ title: 'A horizon', category_ids: [category.id] })
  app = createApp(world.services)
})
beforeEach(() => {
  world.services.limits = new Limits(() => 0)
})
afterAll(() => world.close())

function get(path: string, headers: Record<string, string> = {}) {
  const from = { incoming: { socket: { remoteAddress: '203.0.113.9' } } }
  return app.fetch(new Request(`http://localhost:3000${path}`, { headers }), from as never)
}

async function addressOf(post: string) {
  return imageAddress((await findPictured(world.db, post)) as Pictured)
}

describe('the image of a post', () => {
  it('is a PNG of 1200 × 630, drawn once and kept for good', async () => {
    const address = await addressOf(id)
    const answer = await get(address, { 'accept-encoding': 'br' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(answer.headers.get('content-encoding')).toBeNull()
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    const again = await get(address, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('has another address with another title, and the old one leads there', async () => {
    const before = await addressOf(id)
    await world.db.updateTable('posts').set({ title: 'Another horizon' }).where('id', '=', id).execute()
    const after = await addressOf(id)
    expect(after).not.toBe(before)
    const answer = await get(before)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, after])
  })

  it('shows who wrote it, and what it is about', async () => {
    const { author, title, categories } = (await findPictured(world.db, id)) as Pictured
    expect([author, title]).toEqual(['Mara Okonkwo', 'Another horizon'])
    expect(categories).toEqual([{ id: expect.any(String), name: 'Ethics', color: '#d98a1f' }])
  })

  it('is not drawn without end for one address', async () => {
    expect((await get(await addressOf(id))).status).toBe(200)
    const turn = { key: 'images 203.0.113.9', rate: { times: 60, seconds: 60 } }
    while (world.services.limits.take([turn]) === 0);
    const fresh = await world.buildPost({ title: 'Too many' })
    const refusal = await get(await addressOf(fresh))
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await get(await addressOf(id))).status).toBe(200)
  })
})

test.each(['/post/01990000-0000-7000-8000-000000000000/image-abc.png', '/post/nonsense/image-abc.png'])(
  'there is none of %s',
  async (path) => {
    const { socialImages } = await import('./routes.server.ts')
    expect((await socialImages(world.services).request(path)).status).toBe(404)
  },
)

test('other pages have the image of the forum', async () => {
  const { width, height } = await sharp(await (await get('/social-image.png')).arrayBuffer()).metadata()
  expect([width, height]).toEqual([1200, 630])
})

test('an image is drawn after a picture was uploaded, and a picture taken after one was drawn', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const draw = (title: string) => drawCard({ site: 'The Threshold', title, line: '' }, 'A discussion')
  await draw('Before')
  expect((await makeSquares(picture)).size).toBe(6)
  expect((await draw('Between')).length).toBeGreaterThan(1000)
  expect((await makeSquares(picture)).size).toBe(6)
})

describe('a card', () => {
  const draw = (title: string, line = 'by Ada') =>
    drawCard({ site: 'The Threshold', title, line }, 'A discussion')

  it('leaves out emoji', async () => {
    expect(await draw('🧠 Brain day 👩‍🔬')).toEqual(await draw('Brain day'))
  })

  it.each(['关于意识的一个问题', 'What 意識 means', 'שאלה על התודעה', 'سؤال عن الوعي'])(
    'says nothing half: %s',
    async (title) => {
      expect(await draw(title)).toEqual(await draw('A discussion'))
    },
  )

  it('names nobody rather than half of them', async () => {
    expect(await draw('A title', 'by 李雷')).toEqual(await draw('A title', ''))
  })

  it.each(['Το ερώτημα της συνείδησης', 'Вопрос о сознании', 'Łódź, Brăila, Tiếng Việt'])(
    'writes %s',
    async (title) => {
      expect(await draw(title)).not.toEqual(await draw('A discussion'))
    },
  )

  it('keeps a title of any length inside', async () => {
    const png = await draw('Endless '.repeat(100))
    // Between the title and the horizon, left of the sun, there is nothing.
    const { data, info } = await sharp(png)
      .extract({ left: 60, top: 425, width: 440, height: 60 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const lightest = data.reduce((most, value) => Math.max(most, value), 0)
    expect(info.width).toBe(440)
    expect(lightest).toBeLessThan(60)
  })
})

describe('colours', () => {
  test('OKLCH is what browsers make of it', () => {
    expect([oklch(0, 0, 0), oklch(1, 0, 0)]).toEqual(['#000000', '#ffffff'])
    expect(oklch(0.6279554, 0.2576833, 29.2338)).toBe('#ff0000')
    expect(oklch(0.86644, 0.294827, 142.4953)).toBe('#00ff00')
    expect(oklch(0.452014, 0.313214, 264.052)).toBe('#0000ff')
  })

  test('badges are as light as in the dark theme, whatever was stored', () => {
    expect(badgeColor('#000080')).toMatch(/^#[89a-f]/)
    expect(badgeColor('#ffffff')).toBe(oklch(0.8, 0, 0))
  })

  test('are those of the dark theme', () => {
    const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
    const dark = tokens.slice(0, tokens.indexOf('[data-theme="light"]'))
    const card = readFileSync(new URL('./card.server.tsx', import.meta.url), 'utf8')
    for (const [name, token] of [
      ['GROUND', 'ground'],
      ['TEXT', 'text'],
      ['MUTED', 'text-muted'],
      ['LIGHT', 'act'],
    ]) {
      const value = new RegExp(`--${token}: oklch\\(([\\d. ]+)\\)`).exec(dark)?.[1]
      expect(card).toContain(`const ${name} = oklch(${value?.replaceAll(' ', ', ')})`)
    }
  })
})
