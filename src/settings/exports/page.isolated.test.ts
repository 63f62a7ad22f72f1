import { expect, test } from 'vitest'
import { renderArticle } from './page.server.ts'

const TITLE = 'על הזיכרון'
const WORDS = 'מילים בעברית, עם AI.'

test('each part of a row takes the direction of its own words', () => {
  const html = renderArticle(
    { title: TITLE, content: `${WORDS}\n\nEnglish.`, to: 'ליאור' },
    'https://forum.example',
  )
  expect(html).toContain(`<h2 dir="auto">${TITLE}</h2>`)
  expect(html).toContain(`<p dir="auto">${WORDS}</p>\n<p dir="auto">English.</p>`)
  expect(html).toContain('<dd dir="auto">ליאור</dd>')
})

test('each block of rich text, and each name in a list, has a direction of its own', () => {
  const row = { content_html: `<p>${WORDS}</p><ul><li>${WORDS}</li></ul>`, with: ['ליאור', 'Ada'] }
  const html = renderArticle(row, 'https://forum.example')
  expect(html).toContain(`<p dir="auto">${WORDS}</p><ul dir="auto"><li>`)
  expect(html).toContain('\u2068ליאור\u2069, Ada')
})
