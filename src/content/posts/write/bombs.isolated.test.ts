import { call } from '@orpc/server'
import sanitizeHtml from 'sanitize-html'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../app/router.server.ts'
import {
  CONTENT_TOO_MANY_TAGS,
  contentTooLong,
  HTML_LIMITS,
  TAG_LIMIT,
  UNCLEAN_TAG_LIMIT,
} from '../policy.ts'

vi.mock('sanitize-html', async (original) => {
  const { default: real } = await original<{ default: typeof sanitizeHtml }>()
  return { default: vi.fn(real) }
})

const TOO_LONG = contentTooLong('rich')

// Content that is cheap to send but expensive to parse. The server rejects it without parsing, so its cost
// is limited on any machine.
const BOMBS: [what: string, content: string, message: string][] = [
  ['160 KB of frames', '<iframe>'.repeat(TAG_LIMIT + 1), CONTENT_TOO_MANY_TAGS],
  ['quotes 24,900 deep', `${'<blockquote>'.repeat(24_900)}a`, CONTENT_TOO_MANY_TAGS],
  ['quotes 25,000 deep', `${'<blockquote>'.repeat(25_000)}a`, TOO_LONG],
  ['5,001 tags that are not closed', '<p>'.repeat(UNCLEAN_TAG_LIMIT + 1), CONTENT_TOO_MANY_TAGS],
  ['entities', `<p>${'&quot;'.repeat(UNCLEAN_TAG_LIMIT)}</p>`, CONTENT_TOO_MANY_TAGS],
  ['ends of nothing', '</p>'.repeat(TAG_LIMIT + 1), CONTENT_TOO_MANY_TAGS],
  ['comments that do not end', '<!--'.repeat(TAG_LIMIT + 1), CONTENT_TOO_MANY_TAGS],
  ['beginnings of nothing', '<'.repeat(HTML_LIMITS.rich), CONTENT_TOO_MANY_TAGS],
  ['an attribute of 300,000 characters', `<p title="${'a'.repeat(HTML_LIMITS.rich)}">a</p>`, TOO_LONG],
]

let world: World
let id: string

beforeAll(async () => {
  world = await makeWorld()
  id = await world.buildPost({ content: '<p>Before</p>' })
})
afterAll(() => world.close())
beforeEach(() => vi.mocked(sanitizeHtml).mockClear())

const as = () => ({ context: world.asContext(world.people.author) })
const publish = (content: string) => call(router.posts.create, { title: 'T', content }, as())
const refused = (message: string) => ({
  status: 400,
  message: expect.stringContaining(message),
  data: { field: 'content' },
})

test.each(BOMBS)('%s are refused at the field before anything is parsed', async (_, content, message) => {
  await expect(publish(content)).rejects.toMatchObject(refused(message))
  await expect(call(router.posts.update, { id, content }, as())).rejects.toMatchObject(refused(message))
  expect(sanitizeHtml).not.toHaveBeenCalled()
})

test('a text of as many tags as are allowed is taken, and plain text of more lines', async () => {
  const items = '<p>a</p>'.repeat(TAG_LIMIT / 2)
  const plain = 'a\n'.repeat(4000)
  const list = await publish(items)
  const lines = await call(router.posts.create, { title: 'T', content: plain, format: 'plain' }, as())
  const rows = await world.db
    .selectFrom('posts')
    .select('content')
    .where('id', 'in', [list.id, lines.id])
    .orderBy('id')
    .execute()
  const [tags, tagsOfLines] = rows.map(({ content }) => content.split('<').length - 1)
  expect(tags).toBe(TAG_LIMIT)
  expect(tagsOfLines).toBe(8000)
})

test('plain text too long to be one is refused before anything is parsed', async () => {
  const content = 'a\n'.repeat(HTML_LIMITS.plain / 2 + 1)
  await expect(
    call(router.posts.create, { title: 'T', content: `${content}a`, format: 'plain' }, as()),
  ).rejects.toMatchObject(refused(contentTooLong('plain')))
  expect(sanitizeHtml).not.toHaveBeenCalled()
})

test('what the sanitizer gives up on is the sender’s mistake', async () => {
  vi.mocked(sanitizeHtml).mockImplementationOnce(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  await expect(publish('<p>a')).rejects.toMatchObject(refused(CONTENT_TOO_MANY_TAGS))
})
