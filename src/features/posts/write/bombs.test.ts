import { call } from '@orpc/server'
import sanitizeHtml from 'sanitize-html'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../api/router.server.ts'
import { CONTENT_TOO_LONG, CONTENT_TOO_MARKED, TAG_LIMIT } from '../policy.ts'

vi.mock('sanitize-html', async (original) => {
  const { default: real } = await original<{ default: typeof sanitizeHtml }>()
  return { default: vi.fn(real) }
})

// What costs more to parse than to send. That nothing is parsed is what bounds the time, on any machine.
const BOMBS: [what: string, content: string, message: string][] = [
  ['14 KB of frames', '<iframe>'.repeat(TAG_LIMIT + 1), CONTENT_TOO_MARKED],
  ['quotes 4,900 deep', `${'<blockquote>'.repeat(4900)}a`, CONTENT_TOO_MARKED],
  ['quotes 5,000 deep', `${'<blockquote>'.repeat(5000)}a`, CONTENT_TOO_LONG],
  ['ends of nothing', '</p>'.repeat(15_000), CONTENT_TOO_MARKED],
  ['comments that do not end', '<!--'.repeat(15_000), CONTENT_TOO_MARKED],
  ['beginnings of nothing', '<'.repeat(60_000), CONTENT_TOO_MARKED],
  ['an attribute of 100,000 characters', `<p title="${'a'.repeat(100_000)}">a</p>`, CONTENT_TOO_LONG],
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
  const list = await publish(items)
  const lines = await call(
    router.posts.create,
    { title: 'T', content: 'a\n'.repeat(4000), format: 'plain' },
    as(),
  )
  const rows = await world.db
    .selectFrom('posts')
    .select('content')
    .where('id', 'in', [list.id, lines.id])
    .orderBy('id')
    .execute()
  const [tags, tagsOfLines] = rows.map(({ content }) => content.split('<').length - 1)
  expect(tags).toBe(TAG_LIMIT)
  expect(tagsOfLines).toBeGreaterThan(TAG_LIMIT)
})

test('what the sanitizer gives up on is the sender’s mistake', async () => {
  vi.mocked(sanitizeHtml).mockImplementationOnce(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  await expect(publish('<p>a</p>')).rejects.toMatchObject(refused(CONTENT_TOO_MARKED))
})
