import { expect, it } from 'vitest'
import { withDirection } from './html.ts'

it('gives the outermost blocks the direction of their words, and no block within them', () => {
  const inner = '<ul><li>אחד</li><li><p>שניים</p><ol><li>א</li></ol></li></ul>'
  const html = `<p>שלום<br /><b>ok</b></p>${inner}<blockquote><p>ציטוט</p></blockquote><pre><code>x</code></pre>`
  expect(withDirection(html)).toBe(
    html
      .replace('<p>שלום', '<p dir="auto">שלום')
      .replace('<ul><li>אחד', '<ul dir="auto"><li>אחד')
      .replace('<blockquote>', '<blockquote dir="auto">')
      .replace('<pre>', '<pre dir="auto">'),
  )
})
