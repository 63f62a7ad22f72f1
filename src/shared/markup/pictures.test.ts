import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngFile, uploadPicture } from '../../../tests/pictures.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import { PICTURES_PER_TEXT } from '../pictures/policy.ts'
import { writePicture } from '../pictures/syntax.ts'
import { type MarkupSource, renderMarkup } from './markup.server.ts'

let world: World
let id: string
let url: string

beforeAll(async () => {
  world = await makeWorld()
  ;({ id, url } = await uploadPicture(world, world.people.author))
})
afterAll(() => world.close())

const show = async (content: string, format?: MarkupSource['format'], options = {}) => {
  const sources = [{ content, ...(format && { format }) }]
  return (await renderMarkup(world.services, sources, { hasPictures: true, ...options }))[0]
}
const image = (alt = 'A cat', base = '') =>
  `<img src="${base}${url}" alt="${alt}" width="40" height="30" loading="lazy" />`

test('a known picture is shown with its size', async () => {
  expect(await show(`See ![A cat](${url}) here`)).toBe(`<p dir="auto">See ${image()} here</p>`)
  expect(await show(`<p>![A cat](${url})</p>`, 'rich')).toBe(`<p dir="auto">${image()}</p>`)
  expect(await show(`> ![](${url})`)).toContain(`<blockquote dir="auto"><p>${image('')}</p></blockquote>`)
})

test('a large picture is shown smaller, in its own proportions', async () => {
  const large = await call(router.pictures.create, await pngFile(1600, 1200), {
    context: world.asContext(world.people.author),
  })
  expect(await show(`![A](${large.url})`)).toContain('width="720" height="540"')
})

test('outside the forum, its address is absolute', async () => {
  expect(await show(`![A cat](${url})`, undefined, { isElsewhere: true })).toContain(
    image('A cat', world.services.config.PUBLIC_URL),
  )
})

test.each([
  ['https://evil.example/a.png'],
  ['//evil.example/a.png'],
  ['/files/avatars/a/b-96.webp'],
  ['/files/pictures/../avatars/a.webp'],
  ['/files/pictures/01993a5e-7c11-7000-8000-0123456789ab.webp'],
  ['/files/pictures/x.webp'],
  ['javascript:alert(1)'],
  ['data:image/png;base64,AAAA'],
])('no other address is shown as a picture: %s', async (address) => {
  const html = await show(`![A](${address})`)
  expect(html).not.toContain('<img')
  // Stays as typed, or is a link after an exclamation mark.
  expect(html).toMatch(/!\[A\]\(|!<a href="(?:https:\/\/evil|\/files\/)/)
})

test.each([
  ['" onerror="alert(1)', 'alt="&quot; onerror=&quot;alert(1)"'],
  ['<script>alert(1)</script>', 'alt="&lt;script&gt;alert(1)&lt;/script&gt;"'],
  ['@ada https://example.org', 'alt="@ada https://example.org"'],
])('a description is only text: %s', async (description, expected) => {
  const html = await show(`![${description}](${url})`)
  expect(html).toContain(expected)
  expect(html).not.toMatch(/<a |<script/)
})

test('code and texts without pictures show the syntax', async () => {
  expect(await show(`\`![A](${url})\``)).not.toContain('<img')
  expect(await show(`![A](${url})`, undefined, { hasPictures: false })).not.toContain('<img')
})

test('a text shows a limited number of pictures', async () => {
  const html = (await show(`![A](${url}) `.repeat(PICTURES_PER_TEXT + 5))) ?? ''
  expect(html.match(/<img/g)).toHaveLength(PICTURES_PER_TEXT)
})

test('a description that is written cannot end the syntax', async () => {
  const syntax = writePicture(id, ' [a](b) `code`\n*x* ')
  expect(syntax).toBe(`![(a)(b) code x](${url})`)
})

test('feeds show pictures, and excerpts, searches and meta data only descriptions', async () => {
  const { author } = world.people
  const content = `<p>Before ![A zebrafish](${url}) after</p>`
  const context = { context: world.asContext(author) }
  const { id: post } = await call(router.posts.create, { title: 'Pictured', content }, context)
  await call(router.comments.create, { id: post, content: `Look ![An axolotl](${url})` }, context)
  const read = await call(router.posts.read, { id: post }, { context: world.asContext(null) })
  expect(read.content).toBe(content)
  expect(read.content_html).toContain(`alt="A zebrafish"`)
  expect(read.description).toContain('Before A zebrafish after')
  const found = await call(router.posts.list, { search: 'zebrafish' }, { context: world.asContext(null) })
  expect(JSON.stringify(found.items)).not.toContain('/files/pictures/')
  const comments = await call(
    router.searches.comments,
    { search: 'axolotl' },
    { context: world.asContext(null) },
  )
  expect(comments.items).toHaveLength(1)
  expect(JSON.stringify(comments.items)).not.toContain('/files/pictures/')
  const none = await call(router.searches.comments, { search: 'webp' }, { context: world.asContext(null) })
  expect(none.items).toEqual([])
  const feed = await createApp(world.services).fetch(new Request('http://localhost:3000/feeds/latest.json'))
  expect(await feed.text()).toContain(`${world.services.config.PUBLIC_URL}${url}`)
})

test('a post of pictures alone has a text', async () => {
  const content = `<p>![](${url})</p>`
  const { id: post } = await call(
    router.posts.create,
    { title: 'Alone', content },
    { context: world.asContext(world.people.author) },
  )
  const row = world.db.selectFrom('posts').select('content_text').where('id', '=', post)
  expect(await row.executeTakeFirst()).toEqual({ content_text: 'Picture' })
})
