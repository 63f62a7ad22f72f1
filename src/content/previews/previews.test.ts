import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { COMMENT_LIMIT } from '../comments/policy.ts'
import { CONTENT_TOO_MANY_TAGS, HTML_LIMITS } from '../posts/policy.ts'

let world: World
const preview = (input: { content: string; format?: 'rich' | 'plain' }, viewer = world.people.member) =>
  call(router.previews.create, input, { context: world.asContext(viewer) })

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

it('shows a comment and a post as they would be published', async () => {
  const post = await world.buildPost({ title: 'On tides' })
  const { content_html } = await preview({ content: `**a** /post/${post}` })
  expect(content_html).toBe(
    `<p dir="auto"><strong>a</strong> <a href="/post/${post}/on-tides">On tides</a></p>`,
  )
  const content = '<h2>x</h2><p>## A</p><p onclick="x">[b](https://example.org/) **c**</p>'
  expect((await preview({ content, format: 'rich' })).content_html).toBe(
    '<p dir="auto">x</p><h2 dir="auto">A</h2><p dir="auto"><a href="https://example.org/" rel="nofollow ugc noopener" target="_blank">b</a> **c**</p>',
  )
  expect((await preview({ content: '> a\n<b>', format: 'plain' })).content_html).toBe(
    '<blockquote dir="auto"><p>a</p></blockquote><p dir="auto">&lt;b&gt;</p>',
  )
})

it('refuses guests and texts that are too long', async () => {
  await expect(
    call(router.previews.create, { content: 'a' }, { context: world.asContext(null) }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  for (const [input, message] of [
    [{ content: 'a'.repeat(COMMENT_LIMIT + 1) }, 'A comment can have at most 10,000 characters.'],
    [{ content: 'a'.repeat(HTML_LIMITS.plain + 1), format: 'plain' }, /at most 10,000 characters of text/],
    [{ content: '<b>a</b>'.repeat(10_001), format: 'rich' }, CONTENT_TOO_MANY_TAGS],
  ] as const)
    await expect(preview(input)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
      data: { field: 'content' },
    })
})
