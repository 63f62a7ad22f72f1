import sanitizeHtml from 'sanitize-html'
import { expect, it } from 'vitest'
import fc from '../../../../tests/fast-check.ts'
import { isClean, SANITIZE_OPTIONS } from './sanitize.server.ts'

const TAGS = ['p', 'ul', 'li', 'blockquote', 'b', 'em']
const LEAVES = [
  ...['a', ' ', '\n', '\u00a0', '\ufeff', '\0', '"', "'", '>', '<', '&', '=', '/', '<br />', '<br>', '<br/>'],
  ...[
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&nbsp;',
    '&amp',
    '&ltx;',
    '&#39;',
    '<p >',
    '<P>',
    '</p>',
    '<p x="y">',
  ],
  ...['<!-- -->', '<script>', '</br>', '<div>', '<b/>', '<ol></ol>', '<![CDATA[', '<?x>', '\ud800', '\r\n'],
]
/** Generates mostly well-nested elements with text. Random tags would hardly ever be clean. */
const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { maxDepth: 16, depthSize: 'large' },
    fc.oneof({ weight: 6, arbitrary: fc.constant('a') }, fc.constantFrom(...LEAVES)),
    fc
      .tuple(fc.constantFrom(...TAGS), fc.array(tie('html'), { minLength: 1, maxLength: 3 }))
      .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
  ),
}))

it('calls clean only what the sanitizer leaves as it is', () => {
  let clean = 0
  const look = (text: string) => {
    if (!isClean(text)) return
    clean++
    expect(sanitizeHtml(text, SANITIZE_OPTIONS).trim()).toBe(text)
  }
  fc.assert(fc.property(html, look), { numRuns: 10_000 })
  for (let depth = 1; depth < 20; depth++)
    for (const tag of TAGS) look(`${`<${tag}>`.repeat(depth)}a${`</${tag}>`.repeat(depth)}`)
  expect(clean).toBeGreaterThan(500)
})

it.each([
  '<p>a <b>b</b> &amp; <em>c</em><br />d</p><p>e</p>',
  '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
  '<blockquote><p>a "b"</p></blockquote>',
])('recognises what the editor sends: %s', (text) => expect(isClean(text)).toBe(true))
