import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { countingStatements } from '../../../tests/statements.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import { createServices, stopServices } from '../../app/services.server.ts'
import { loadConfig } from '../../platform/config/config.server.ts'
import type { StoredSiteSettings } from './contract.ts'
import { GAPS, TEMPLATES } from './templates.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const NOTHING = {
  name: null,
  description: null,
  contact: null,
  headline: null,
  introduction: null,
  accent_dark: null,
  accent_light: null,
  about: '',
  guidelines: '',
  terms: '',
  privacy: '',
}
const as = (person: 'admin' | 'editor' | 'visitor') => ({ context: world.asContext(world.people[person]) })
const save = (changes: Partial<StoredSiteSettings>) => call(router.site.update, changes, as('admin'))
const get = async (path: string) => {
  const response = await createApp(world.services).fetch(new Request(`http://localhost:3000${path}`))
  return { status: response.status, text: await response.text() }
}

beforeEach(async () => {
  await save(NOTHING)
})

test('a forum about which nobody has said anything is called as its configuration says', async () => {
  expect(await call(router.site.read, undefined, as('visitor'))).toEqual({
    product: 'Threshold',
    name: 'The Threshold',
    url: 'http://localhost:3000',
  })
})

test('what admins say is on pages, feeds, manifest and search description at once', async () => {
  await get('/api/site')
  await save({ name: 'Longevity Circle', description: 'Long lives.', contact: 'desk@circle.example' })
  expect(await call(router.site.read, undefined, as('visitor'))).toMatchObject({
    name: 'Longevity Circle',
    description: 'Long lives.',
    contact: 'desk@circle.example',
  })
  expect((await get('/api/site')).text).toContain('Longevity Circle')
  expect((await get('/manifest.webmanifest')).text).toContain('"name":"Longevity Circle"')
  expect((await get('/opensearch.xml')).text).toContain('<ShortName>Longevity Circle</ShortName>')
  expect((await get('/feeds/latest.atom')).text).toContain('Longevity Circle')
  expect((await get('/api/openapi.json')).text).toContain('Longevity Circle API')
})

test('reading the name and the texts asks the database nothing', async () => {
  await save({ terms: 'Be kind.' })
  const { db, statements } = countingStatements(world.services.db)
  const context = { ...world.asContext(null), db }
  await call(router.site.read, undefined, { context })
  await call(router.site.text, { name: 'terms' }, { context })
  expect(statements).toEqual([])
})

describe('a text', () => {
  it('is words, with links, and no markup of whoever wrote it', async () => {
    await save({ terms: 'See https://a.example <script>alert(1)</script>\n\n\u202Eturned\u202C' })
    const { text_html } = await call(router.site.text, { name: 'terms' }, as('visitor'))
    expect(text_html).toContain('href="https://a.example')
    expect(text_html).not.toContain('<script')
  })

  it('is not there while nobody has written it', async () => {
    await expect(call(router.site.text, { name: 'privacy' }, as('visitor'))).rejects.toMatchObject({
      status: 404,
    })
    expect((await get('/sitemaps/pages.xml')).text).not.toContain('/privacy')
    await save({ privacy: 'We keep nothing.' })
    expect((await get('/sitemaps/pages.xml')).text).toContain('/privacy')
  })
})

describe('the look', () => {
  test('without a name of its own, the forum introduces its topic', async () => {
    const { text } = await get('/')
    expect(text).toContain('What we are becoming deserves a careful conversation.')
    expect(text).toContain('<html lang="en" data-theme="dark">')
  })

  test('a forum with a name of its own has no topic until admins write one', async () => {
    await save({ name: 'Beekeepers of Mull' })
    for (const path of ['/', '/about', '/forum'])
      expect((await get(path)).text, path).not.toMatch(/human enhancement|What we are becoming/)
    expect((await get('/')).text).toContain('Welcome to Beekeepers of Mull')
    await save({ headline: 'Bees <first>', introduction: 'All about\nbees.' })
    const { text } = await get('/')
    expect(text).toContain('Bees &lt;first&gt;')
    expect(text).toMatch(/<meta name="description" content="All about\nbees\."/)
    expect((await get('/about')).text).toContain('All about\nbees.')
  })

  test('accent colours are on every page, with a readable text colour for buttons', async () => {
    await save({ accent_dark: '#E9B872', accent_light: '#7a4a10' })
    const { text } = await get('/rules')
    expect(text).toContain(
      'style="--accent-dark:#e9b872;--on-accent-dark:#000000;--accent-light:#7a4a10;--on-accent-light:#ffffff"',
    )
  })

  test('a colour that is hard to read is refused, with its contrast', async () => {
    await expect(save({ accent_dark: '#7a4a10' })).rejects.toMatchObject({
      status: 400,
      data: { field: 'accent_dark' },
      message: expect.stringMatching(
        /hard to read on the dark theme: its contrast is 2\.\d and should be at least 4\.5/,
      ),
    })
    await expect(save({ accent_light: '#e9b872' })).rejects.toMatchObject({ data: { field: 'accent_light' } })
  })
})

describe('what is typed', () => {
  it.each([
    ['name', 'x'.repeat(61)],
    ['description', 'x'.repeat(301)],
    ['contact', 'somebody'],
    ['contact', 'javascript:alert(1)'],
    ['headline', 'x'.repeat(121)],
    ['introduction', 'x'.repeat(501)],
    ['accent_dark', 'red'],
    ['accent_light', '#fff;background:url(x)'],
    ['terms', TEMPLATES.terms('Bees')],
    ['privacy', TEMPLATES.privacy('Bees')],
    ['about', 'x'.repeat(10_001)],
    ['terms', 'x'.repeat(30_001)],
  ])('is refused where it is no %s', async (field, value) => {
    await expect(save({ [field]: value })).rejects.toMatchObject({ status: 400, data: { field } })
  })

  it('turns nothing around, and is nothing where nobody could see it', async () => {
    expect(await save({ name: 'The \u202Eevil\u2066 one\n' })).toMatchObject({ name: 'The evil one' })
    expect(await save({ name: '\u200B\u2060 ', terms: '\u200B\n' })).toMatchObject({ name: null, terms: '' })
  })

  it('ends no tag, attribute or document that it is written into', async () => {
    const name = '</title><script>alert(1)</script>&"'
    await save({ name })
    for (const path of ['/opensearch.xml', '/feeds/latest.atom', '/feeds/moderation.atom'])
      expect((await get(path)).text, path).not.toContain('<script>')
    expect(JSON.parse((await get('/manifest.webmanifest')).text).name).toBe(name)
  })
})

test.each(['terms', 'privacy'] as const)(
  'a template of the %s can be published once its gaps are filled',
  async (name) => {
    const filled = GAPS.reduce((text, gap) => text.replaceAll(gap, 'Ada’s'), TEMPLATES[name]('Bees'))
    expect((await save({ [name]: filled }))[name]).toBe(filled)
  },
)

test('a save that meets another is refused, and one of the same changes nothing', async () => {
  const { updated_at } = await save({ name: 'One' })
  await save({ name: 'Two' })
  await expect(call(router.site.update, { name: 'Three', updated_at }, as('admin'))).rejects.toMatchObject({
    status: 409,
  })
  const before = await call(router.changes.list, { limit: 20 }, as('editor'))
  expect(before.items[0]).toMatchObject({ kind: 'site', name: 'Two', act: 'updated', fields: ['name'] })
  await save({ name: 'Two' })
  expect((await call(router.changes.list, { limit: 20 }, as('editor'))).items[0]?.id).toBe(
    before.items[0]?.id,
  )
})

test('other nodes know of it, and make anew what they have kept', async () => {
  const { DATABASE_URL, DATA_DIR } = world.services.config
  const other = createServices(loadConfig({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent' }))
  try {
    await Promise.all([other.bus.start(), world.services.bus.start(), other.siteSettings.load()])
    await other.responseCache.read('kept', async () => ({ status: 200, headers: {}, body: 'old' }))
    await save({ name: 'Heard of' })
    await expect.poll(() => other.siteSettings.site.name).toBe('Heard of')
    expect(other.responseCache.peek('kept')).toBeUndefined()
  } finally {
    await stopServices(other)
  }
})

test('the database keeps one row, and no text that is none', async () => {
  const { db } = world
  await expect(db.insertInto('site_settings').defaultValues().execute()).rejects.toThrow('site_settings_pkey')
  await expect(
    db.insertInto('site_settings').values({ id: '00000000-0000-7000-8000-000000000002' }).execute(),
  ).rejects.toThrow('site_settings_one_row_check')
  await expect(db.updateTable('site_settings').set({ name: ' ' }).execute()).rejects.toThrow(
    'site_settings_name_check',
  )
})
