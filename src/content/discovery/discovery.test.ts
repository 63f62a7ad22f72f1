import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { GuestQueues } from '../../core/guest-queues.server.ts'
import { discovery } from './routes.server.ts'
import { FILE_SIZE } from './sitemap-sql.server.ts'

let world: World
let app: ReturnType<typeof discovery>
let url: string

beforeAll(async () => {
  world = await makeWorld()
  app = discovery(world.services, new GuestQueues(world.services))
  url = world.services.config.PUBLIC_URL
})
afterAll(() => world.close())

async function read(path: string) {
  const response = await app.request(path)
  return { status: response.status, text: await response.text() }
}

test('robots are told what is for members, and where the sitemap is', async () => {
  const { text } = await read('/robots.txt')
  for (const path of ['/messages', '/moderation/queue', '/moderation/members'])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain(`Sitemap: ${url}/sitemap.xml`)
  expect(text).toContain('Disallow: /post/*?*comment=\n')
  expect(text).not.toMatch(/Disallow: \/post\/?\n/)
})

test('a password manager is led to where a password is changed', async () => {
  const response = await app.request('/.well-known/change-password')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/settings/security'])
})

test('a browser learns how to search', async () => {
  const { text } = await read('/opensearch.xml')
  expect(text).toContain('<ShortName>Threshold</ShortName>')
  expect(text).toContain(`template="${url}/forum?search={searchTerms}"`)
  expect(text).toContain(`template="${url}/opensearch/suggestions?search={searchTerms}"`)
})

test('the sitemap forgets the title of a removed post at once, and knows the new one of an edited post', async () => {
  const { author, moderator } = world.people
  const as = (viewer: typeof author) => ({ context: world.asContext(viewer) })
  const created_at = '2024-05-05T00:00:00Z'
  const removed = await world.buildPost({ author, title: 'A secret', created_at })
  const edited = await world.buildPost({ author, title: 'Before', created_at })
  const file = async () => (await read('/sitemaps/posts-2024-05.xml')).text
  expect(await file()).toMatch(/a-secret.*before/s)
  await call(router.removals.removePost, { id: removed, reason: 'It reveals a secret.' }, as(moderator))
  await call(router.posts.update, { id: edited, title: 'After' }, as(author))
  expect(await file()).not.toMatch(/secret|before/)
  expect(await file()).toContain(`/post/${edited}/after</loc>`)
  for (const id of [removed, edited]) await world.db.deleteFrom('posts').where('id', '=', id).execute()
})

test('the sitemap lists files by month, and they list posts and members', async () => {
  const old = await world.buildPost({ title: 'Bewußt?', created_at: '2025-03-31T23:59:59.999Z' })
  const next = await world.buildPost({ title: '🙂', created_at: '2025-04-01T00:00:00.000Z' })
  const { text } = await read('/sitemap.xml')
  const files = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.slice(url.length))
  expect(files).toEqual([
    '/sitemaps/pages.xml',
    '/sitemaps/posts-2025-04.xml',
    '/sitemaps/posts-2025-03.xml',
    expect.stringMatching(/^\/sitemaps\/members-\d{4}-\d\d\.xml$/),
  ])
  expect((await read('/sitemaps/posts-2025-03.xml')).text).toContain(
    `<url><loc>${url}/post/${old}/bewu%C3%9Ft</loc><lastmod>2025-03-31T23:59:59Z</lastmod></url>`,
  )
  expect((await read('/sitemaps/posts-2025-04.xml')).text).toContain(`${url}/post/${next}</loc>`)
  const members = await read(files.at(-1) as string)
  expect(members.text).toContain(`${url}/profile/mara</loc>`)
  // The sitemap omits members without posts.
  expect(members.text).not.toContain('/profile/ada<')
})

test('a busy month is several files', async () => {
  // Bypasses the triggers, which would take 20 s. The sitemap reads none of their output except the rankings.
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      with made as (
        insert into posts (title, content, content_text, author_id, created_at)
        select 'Post ' || n, '<p>x</p>', 'x', ${world.people.author.id}, '2024-02-01'::timestamptz + n * interval '1 second'
        from generate_series(1, ${FILE_SIZE + 1}::int) as n returning *)
      insert into post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
      select whole_forum(), id, created_at, votes_score, comment_count, view_count, created_at from made`.execute(
      trx,
    )
  })
  const fresh = discovery(world.services, new GuestQueues(world.services))
  expect(await (await fresh.request('/sitemap.xml')).text()).toContain(
    `${url}/sitemaps/posts-2024-02-2.xml</loc>`,
  )
  const second = await (await fresh.request('/sitemaps/posts-2024-02-2.xml')).text()
  expect(second.split('<url>')).toHaveLength(2)
}, 120_000)

test.each([
  '/sitemaps/posts-2024-13.xml',
  '/sitemaps/posts-1999-01.xml',
  '/sitemaps/posts-2025-04-0.xml',
  '/sitemaps/posts-2025-04-7.xml',
  '/sitemaps/else.xml',
])('there is no %s', async (path) => {
  expect((await read(path)).status).toBe(404)
})
