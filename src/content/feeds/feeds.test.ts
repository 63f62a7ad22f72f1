import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { invalidate } from '../../core/context.server.ts'
import { GuestQueues } from '../../core/guest-queues.server.ts'
import { digestText } from '../../moderation/log/copy.ts'
import { findLogDigest, type LogDigest } from '../../moderation/log/sql.server.ts'
import { recordAction } from '../../moderation/record-action.server.ts'
import { newId } from '../../platform/ids.ts'
import { feeds } from './routes.server.ts'

let world: World
let app: ReturnType<typeof feeds>
let concept: string
let post: string

beforeAll(async () => {
  world = await makeWorld()
  app = feeds(world.services, new GuestQueues(world.services))
  const { id } = await world.db
    .insertInto('concepts')
    .values({ name: 'Longevity & Co', color: '#1fa99a', description: 'Living <longer>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  concept = id
  post = await world.buildPost({
    title: 'Is “ageing” a disease? <b>No</b> & yes \u0007',
    content: '<p>One &amp; two</p><p>Three</p>',
    concept_ids: [concept],
  })
  await world.buildPost({ title: 'Elsewhere', author: world.people.other })
})
afterAll(() => world.close())

async function read(path: string) {
  const response = await app.request(path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('the newest posts are an Atom feed, with their whole text', async () => {
  const { status, type, text } = await read('/feeds/latest.atom')
  expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const entries = text.split('<entry>').slice(1)
  expect(entries).toHaveLength(2)
  // The id is permanent, the link has the current title.
  expect(text).toContain(`/post/${post}</id>`)
  expect(text).toContain(`/post/${post}/is-ageing-a-disease-b-no-b-yes"`)
  // The title has type "text", because "<b>" would be a tag in a title of type "html".
  expect(text).toContain('<title type="text"><![CDATA[Is “ageing” a disease? <b>No</b> & yes ')
  expect(text).not.toContain('<title type="html"')
  expect(text).toContain('<p dir="auto">One &amp; two</p><p dir="auto">Three</p>')
  expect(text).toContain('<name>Mara Okonkwo</name>')
  expect(text).not.toContain('\u0007')
})

test('and a JSON Feed', async () => {
  const { type, text } = await read('/feeds/latest.json')
  expect(type).toBe('application/feed+json; charset=utf-8')
  const feed = JSON.parse(text)
  expect(feed.version).toBe('https://jsonfeed.org/version/1')
  expect(feed.items).toHaveLength(2)
  expect(feed.items[1]).toMatchObject({
    id: `${world.services.config.PUBLIC_URL}/post/${post}`,
    url: `${world.services.config.PUBLIC_URL}/post/${post}/is-ageing-a-disease-b-no-b-yes`,
    title: 'Is “ageing” a disease? <b>No</b> & yes ',
    content_html: '<p dir="auto">One &amp; two</p><p dir="auto">Three</p>',
    author: { name: 'Mara Okonkwo', url: expect.stringMatching(/\/profile\/mara$/) },
  })
})

test('a concept has its own', async () => {
  const { text } = await read(`/feeds/concepts/${concept}.json`)
  const feed = JSON.parse(text)
  expect(feed).toMatchObject({ title: 'Longevity & Co | The Threshold', description: 'Living <longer>' })
  expect(feed.items.map(({ id }: { id: string }) => id)).toEqual([
    `${world.services.config.PUBLIC_URL}/post/${post}`,
  ])
})

test('a member too, under their former name as well', async () => {
  const { text } = await read('/feeds/members/MARA.json')
  expect(JSON.parse(text).items).toHaveLength(1)
  const renamed = await world.buildMember({ username: 'before_it' })
  await world.db.updateTable('profiles').set({ username: 'after_it' }).where('id', '=', renamed.id).execute()
  expect(JSON.parse((await read('/feeds/members/before_it.json')).text).home_page_url).toMatch(
    /\/profile\/after_it$/,
  )
})

test('a write drops the feeds that it touches', async () => {
  expect(JSON.parse((await read('/feeds/members/mara.json')).text).items[0].title).toContain('ageing')
  await world.db.updateTable('posts').set({ title: 'Mended' }).where('id', '=', post).execute()
  expect((await read('/feeds/members/mara.json')).text).toContain('ageing')
  invalidate(world.services, `post:${post}`)
  expect((await read('/feeds/members/mara.json')).text).toContain('Mended')
})

describe('there is none', () => {
  test.each([
    '/feeds/concepts/01990000-0000-7000-8000-000000000000.atom',
    '/feeds/concepts/nonsense.atom',
    '/feeds/members/nobody_here.json',
    '/feeds/members/%00.json',
    '/feeds/latest/x.atom',
    '/feeds/latest.rss',
    '/feeds/members.atom',
  ])('%s', async (path) => {
    expect((await read(path)).status).toBe(404)
  })

  test('of a member whose address is not verified', async () => {
    const { id, username } = await world.buildMember({ username: 'not_yet' })
    expect((await read(`/feeds/members/${username}.atom`)).status).toBe(200)
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
    invalidate(world.services, `profile:${id}`)
    expect((await read(`/feeds/members/${username}.atom`)).status).toBe(404)
  })
})

test('lines of a plain post are paragraphs there too', async () => {
  const content = '<p>A line<br />and another</p>'
  await world.buildPost({ content, format: 'plain', concept_ids: [concept], author: world.people.admin })
  expect((await read(`/feeds/concepts/${concept}.atom`)).text).toContain(
    '<p dir="auto">A line</p><p dir="auto">and another</p>',
  )
})

test('what moderators did is an Atom feed, without what they keep to themselves', async () => {
  const id = await recordAction(world.db, {
    action: 'remove',
    by: world.people.moderator,
    member_id: world.people.author.id,
    kind: 'post',
    target_id: newId(),
    rule: '2. No advertising',
    reason: 'It sells <something>.',
    note: 'CANARY',
  })
  const { status, type, text } = await read('/feeds/moderation.atom')
  expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(text).toContain(`/moderation?action=${id}</id>`)
  expect(text).toContain(digestText((await findLogDigest(world.db)) as LogDigest))
  expect(text).toContain('<title type="text"><![CDATA[Removed a post')
  expect(text).not.toContain('<summary type="html"')
  expect(text).toContain('2. No advertising')
  for (const secret of ['CANARY', world.people.author.id, world.people.author.username])
    expect(text).not.toContain(secret)
  expect((await read('/feeds/moderation.json')).status).toBe(404)
})
