import { expect, it } from 'vitest'
import { findMentions, MENTION_LIMIT } from './markup.server.ts'

it.each<[string, string[]]>([
  ['@Ada and @ada, @bo-', ['ada', 'bo-', 'bo']],
  ['`@cy` /profile/dora https://example.org/@eve ada@example.org @a@b.org', []],
  ['```\n@ada\n```\n> @bo', ['bo']],
])('%j mentions %j', (content, names) => expect(findMentions({ content })).toEqual(names))

it('are found in posts as well', () => {
  const content = '<p>```</p><p>@ada</p><p>```</p><ul><li>@bo</li></ul>'
  expect(findMentions({ content, format: 'rich' })).toEqual(['bo'])
})

it('are so many at most', () => {
  const content = Array.from({ length: 30 }, (_, index) => `@member${index}`).join(' ')
  expect(findMentions({ content })).toHaveLength(MENTION_LIMIT)
})
