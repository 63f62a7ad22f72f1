import { expect, test } from 'vitest'
import { titleTags } from './head.ts'

const site = { name: 'The Threshold', url: 'https://forum.example' } as Parameters<typeof titleTags>[0]

test('a title in Hebrew keeps its place before the name of the forum', () => {
  expect(titleTags(site, 'על הזיכרון — GPT', '/post/1').meta).toEqual([
    { title: '\u2068על הזיכרון — GPT\u2069 | The Threshold' },
    { property: 'og:title', content: 'על הזיכרון — GPT | The Threshold' },
    { property: 'og:url', content: 'https://forum.example/post/1' },
  ])
  expect(titleTags(site, 'On memory', '/post/1').meta[0]).toEqual({ title: 'On memory | The Threshold' })
})
