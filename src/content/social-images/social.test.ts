import { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from '@orpc/server'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { longestStall, STALL_MAX } from '../../../tests/stalls.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import { GuestQueues } from '../../core/guest-queues.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { makeSquares } from '../../people/profiles/picture.server.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.server.ts'
import { ChildWorker } from '../../platform/jobs/child-worker.server.ts'
import type { JobQueue, Jobs } from '../../platform/jobs/jobs.server.ts'
import { OverloadedError } from '../../platform/outage.ts'
import { imageAddress, type SocialImageSubject } from './address.ts'
import { badgeColor, oklch } from './colors.server.ts'
import { drawCard } from './draw.server.ts'
import { handleSocialJobs, sweepSocialImages } from './jobs.server.ts'
import { SocialImages } from './social-images.server.ts'
import { findSocialImageSubject } from './sql.server.ts'

let world: World
let app: ReturnType<typeof createApp>
let id: string

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.RATE_LIMITS = true
  const concept = await world.db
    .insertInto('concepts')
    .values({ name: 'Ethics', color: '#d98a1f' })
    .returning('id')
    .executeTakeFirstOrThrow()
  id = await world.buildPost({ title: 'A horizon', concept_ids: [concept.id] })
  app = createApp(world.services)
})
beforeEach(() => {
  world.services.rateLimiter = new RateLimiter()
})
afterAll(() => world.close())

function get(path: string, headers: Record<string, string> = {}, from = app, remoteAddress = '203.0.113.9') {
  const incoming = { incoming: { socket: { remoteAddress } } }
  return from.fetch(new Request(`http://localhost:3000${path}`, { headers }), incoming as never)
}

function refuseToDraw() {
  const isDrawing = (key: string) => key.startsWith('images')
  return vi
    .spyOn(world.services.rateLimiter, 'consume')
    .mockImplementation(async (keys) => (keys.some(({ key }) => isDrawing(key)) ? 60 : 0))
}

async function addressOf(post: string) {
  return imageAddress(
    (await findSocialImageSubject(world.db, post)) as SocialImageSubject,
    world.services.siteSettings.site,
  )
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
    const { author, title, concepts } = (await findSocialImageSubject(world.db, id)) as SocialImageSubject
    expect([author, title]).toEqual(['Mara Okonkwo', 'Another horizon'])
    expect(concepts).toEqual([{ id: expect.any(String), name: 'Ethics', color: '#d98a1f' }])
  })

  it('is there at once when its post is published, and draws anew what it shows', async () => {
    const post = await publish('Published')
    const first = await filesOf(post)
    expect(first).toEqual([await nameOf(post)])
    const refuseAll = refuseToDraw()
    expect((await get(await addressOf(post))).status).toBe(200)
    refuseAll.mockRestore()
    await edit(post, 'Published again')
    expect(await filesOf(post)).toEqual([await nameOf(post)])
    expect(await filesOf(post)).not.toEqual(first)
    await call(router.posts.remove, { id: post }, as(world.people.author))
    expect(await filesOf(post)).toEqual([])
  })

  it('outlives the process that drew it', async () => {
    const post = await publish('Kept')
    const again = createApp({
      ...world.services,
      socialImages: new SocialImages(world.services.files, world.services.siteSettings),
    })
    refuseToDraw()
    expect((await get(await addressOf(post), {}, again)).status).toBe(200)
  })

  it('is drawn once for all who ask at the same time', async () => {
    const post = await world.buildPost({ title: 'Asked for by many' })
    const address = await addressOf(post)
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(address)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await filesOf(post)).toHaveLength(1)
  })

  it('is not drawn without end for one address', async () => {
    expect((await get(await addressOf(id))).status).toBe(200)
    const turn = { key: 'images 203.0.113.9', rate: { times: 20, seconds: 60 } }
    while ((await world.services.rateLimiter.consume([turn])) === 0);
    const fresh = await world.buildPost({ title: 'Too many' })
    const refusal = await get(await addressOf(fresh))
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get(await addressOf(id))).status).toBe(200)
  })

  it('is not drawn without end for many addresses', async () => {
    const draw = vi.spyOn(world.services.socialImages, 'draw').mockResolvedValue(new Uint8Array())
    let status = 200
    let asked = 0
    for (; status === 200 && asked < 500; asked++) {
      const fresh = await world.buildPost()
      status = (await get(await addressOf(fresh), {}, app, `198.51.100.${asked}`)).status
    }
    expect([status, draw.mock.calls.length]).toEqual([503, 60])
    draw.mockRestore()
    expect((await get(await addressOf(id))).status, 'what is drawn is shown').toBe(200)
  })

  it('is for later when many wait for theirs', async () => {
    const turns = vi.spyOn(ChildWorker.prototype, 'run').mockRejectedValue(new OverloadedError(5))
    const refusal = await get(await addressOf(await world.buildPost()))
    turns.mockRestore()
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('goes at night with what nothing refers to, a day after it was drawn, and after 90 days', async () => {
    const [fresh, old, gone] = [await publish('Fresh'), await publish('Old'), crypto.randomUUID()]
    await world.services.files.write(`social/${fresh}/former.png`, new Uint8Array([1]))
    for (const name of ['young', 'left'])
      await world.services.files.write(`social/${gone}/${name}.png`, new Uint8Array([1]))
    await age(`social/${fresh}/former.png`, 25)
    await age(`social/${fresh}/${await nameOf(fresh)}`, 24 * 80)
    await age(`social/${old}/${await nameOf(old)}`, 24 * 91)
    await age(`social/${gone}/left.png`, 25)
    const listings = vi.spyOn(world.services.files, 'list')
    await sweepSocialImages(world.services)
    expect(listings).toHaveBeenCalledTimes(1)
    listings.mockRestore()
    expect([await filesOf(fresh), await filesOf(old), await filesOf(gone)]).toEqual([
      [await nameOf(fresh)],
      [],
      ['young.png'],
    ])
  })
})

const as = (person: Viewer) => ({ context: { ...world.asContext(person), jobs: atOnce() } })

/** Returns a job queue that runs each added job at once. */
function atOnce(): JobQueue {
  const works = new Map<string, (data: never) => Promise<void>>()
  const handle: Jobs['handle'] = ({ name }, work) => void works.set(name, work)
  handleSocialJobs(world.services, { handle, every: () => undefined })
  return { add: async ({ name }, data) => works.get(name)?.(data as never) }
}

async function publish(title: string): Promise<string> {
  const input = { title, content: '<p>Words</p>', format: 'rich' as const, concept_ids: [] }
  return (await call(router.posts.create, input, as(world.people.author))).id
}

function edit(post: string, title: string) {
  return call(router.posts.update, { id: post, title }, as(world.people.author))
}

async function nameOf(post: string) {
  return /image-(.*)/.exec(await addressOf(post))?.[1]
}

const folder = () => join(world.services.config.DATA_DIR, 'files')

async function filesOf(post: string): Promise<string[]> {
  return readdir(join(folder(), 'social', post))
}

function age(key: string, hours: number) {
  const then = new Date(Date.now() - hours * 60 * 60 * 1000)
  return utimes(join(folder(), key), then, then)
}

test.each(['/post/01990000-0000-7000-8000-000000000000/image-abc.png', '/post/nonsense/image-abc.png'])(
  'there is none of %s',
  async (path) => {
    const { socialImageRoutes } = await import('./routes.server.ts')
    expect(
      (await socialImageRoutes(world.services, new GuestQueues(world.services)).request(path)).status,
    ).toBe(404)
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

// Satori tries every way to divide a letter with many marks. 18 marks took 15 s, 24 more than 7 minutes.
test.each([`Z${'\u0322'.repeat(24)}`, `a${'\u0322'.repeat(22)}b${'\u0322'.repeat(22)}`])(
  'the title %j stops nothing, and its image says only where it was written',
  { tags: 'all', timeout: 60_000 },
  async (title) => {
    const { files, siteSettings } = world.services
    const images = new SocialImages(files, siteSettings)
    const subject = { id: crypto.randomUUID(), title, author: 'Ada', concepts: [] }
    const kill = vi.spyOn(ChildProcess.prototype, 'kill')
    let image = new Uint8Array()
    const stall = await longestStall(async () => {
      image = await images.draw(subject)
    })
    expect(stall).toBeLessThan(STALL_MAX)
    expect(kill.mock.calls, 'the child is ended at its deadline').toEqual([['SIGKILL']])
    kill.mockRestore()
    const site = siteSettings.site.name
    const plain = await drawCard({ site, title: `A discussion on ${site}`, line: '' }, '')
    expect(Buffer.compare(image, plain)).toBe(0)
    expect(await images.find(subject), 'it is not drawn again').toHaveLength(image.length)
  },
)

describe('a card', () => {
  const draw = (title: string, line = 'by Ada') =>
    drawCard({ site: 'The Threshold', title, line }, 'A discussion')
  /** Compares images. Faster than `toEqual`, which compares each of 50,000 bytes separately. */
  const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0
  let discussion: Uint8Array
  beforeAll(async () => {
    discussion = await draw('A discussion')
  })

  it('leaves out emoji', async () => {
    expect(isSame(await draw('🧠 Brain day 👩‍🔬'), await draw('Brain day'))).toBe(true)
  })

  it('says nothing half', async () => {
    for (const title of ['关于意识的一个问题', 'What 意識 means', 'שאלה על התודעה', 'سؤال عن الوعي'])
      expect.soft(isSame(await draw(title), discussion), title).toBe(true)
  })

  it('names nobody rather than half of them', async () => {
    expect(isSame(await draw('A title', 'by 李雷'), await draw('A title', ''))).toBe(true)
  })

  it('writes Greek, Cyrillic and Latin letters', async () => {
    for (const title of ['Το ερώτημα της συνείδησης', 'Вопрос о сознании', 'Łódź, Brăila, Tiếng Việt'])
      expect.soft(isSame(await draw(title), discussion), title).toBe(false)
  })

  it('keeps a title of any length inside', async () => {
    const png = await draw('Endless '.repeat(100))
    // The checked area lies between title and horizon, left of the sun. It must be empty.
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
    const card = readFileSync(new URL('./card.server.ts', import.meta.url), 'utf8')
    for (const [name, token] of [
      ['GROUND', 'ground'],
      ['TEXT', 'text'],
      ['MUTED', 'text-muted'],
      ['LIGHT', 'act'],
    ]) {
      const value = new RegExp(`--${token}: (?:var\\(--[\\w-]+, )?oklch\\(([\\d. ]+)\\)`).exec(dark)?.[1]
      expect(card).toContain(`const ${name} = oklch(${value?.replaceAll(' ', ', ')})`)
    }
  })
})
