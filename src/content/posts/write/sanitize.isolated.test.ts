import { describe, expect, it } from 'vitest'
import fc from '../../../../tests/fast-check.ts'
import { htmlToText } from '../../../shared/markup/html.ts'
import { ALLOWED_TAGS } from '../policy.ts'
import { breaksToParagraphs, htmlToPlain, plainToHtml } from '../text.ts'
import { sanitizePost } from './sanitize.server.ts'

const CASES: [what: string, html: string, cleaned: string][] = [
  ['allowed tags', '<p>a <b>b</b> <em>c</em></p>', '<p>a <b>b</b> <em>c</em></p>'],
  ['lists', '<ul><li><p>a</p></li></ul>', '<ul><li><p>a</p></li></ul>'],
  ['attributes', '<p onclick="alert(1)" style="color:red" class="x">a</p>', '<p>a</p>'],
  ['attributes after a slash', '<p/onmouseover=alert(1)>a', '<p>a</p>'],
  ['a script with its text', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script in capitals, unclosed', '<p>a</p><SCRIPT src=//evil.example>', '<p>a</p>'],
  ['a script within a script', '<scr<script>ipt>alert(1)</script>', '<p>ipt&gt;alert(1)</p>'],
  [
    'a quoted script',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  ],
  ['images', '<img src=x onerror=alert(1)>a', '<p>a</p>'],
  ['links keep their words', '<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
  ['style in svg', '<svg><style><img src=x onerror=alert(1)></style></svg>a', '<p>a</p>'],
  [
    'mutation through math',
    '<math><mtext><table><mglyph><style><!--</style><img src=x onerror=alert(1)>',
    '',
  ],
  ['mutation through noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
  ['raw text of a frame', '<iframe><img src=x onerror=alert(1)>a</iframe>', '<p>a</p>'],
  [
    'raw text of a title',
    '<title><img src=x onerror=alert(1)></title>',
    '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
  ],
  ['comments', '<!--><img src=x onerror=alert(1)>-->a', '<p>--&gt;a</p>'],
  ['headings become paragraphs', '<h1>Title</h1><div>text</div>', '<p>Title</p><p>text</p>'],
  [
    'lines without tags become paragraphs',
    'one\n\ntwo <b>three\nfour</b>',
    '<p>one</p><p>two <b>three</b></p><p>four</p>',
  ],
  ['empty paragraphs go', '<p></p><p><br></p><p> </p><p>a</p>', '<p>a</p>'],
  ['an unclosed tag', '<blockquote><p>a', '<blockquote><p>a</p></blockquote>'],
]

describe('sanitizePost', () => {
  it.each(CASES)('%s', (_what, html, cleaned) => expect(sanitizePost(html)).toBe(cleaned))

  it('lets through only allowed tags without attributes, and changes nothing a second time', () => {
    fc.assert(
      fc.property(hostileHtml, (html) => {
        const cleaned = sanitizePost(html)
        expect(sanitizePost(cleaned)).toBe(cleaned)
        expect(cleaned.replace(ALLOWED, '')).not.toMatch(/[<>]/)
      }),
      { numRuns: 2000 },
    )
  })

  it('bounds how deep quotes nest', () => {
    expect(sanitizePost(`${'<blockquote>'.repeat(10_000)}a`).match(/<blockquote>/g)).toHaveLength(12)
  })
})

describe('textOf', () => {
  it('has one line for each block and break, and no tags', () => {
    const html = sanitizePost('<p>a<br>b  c</p><ul><li><p>d</p></li><li>e &amp; f</li></ul><p>&lt;p&gt;</p>')
    expect(htmlToText(html)).toBe('a\nb c\nd\ne & f\n<p>')
  })

  it('does not decode twice', () => expect(htmlToText('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;'))
})

describe('plain text', () => {
  it('begins a paragraph with each line, and none with a blank one', () => {
    expect(plainToHtml('a\nb\n \n\n<b> & c')).toBe('<p>a</p><p>b</p>\n\n<p>&lt;b&gt; &amp; c</p>')
    expect(htmlToText(plainToHtml('a\nb\n\nc'))).toBe('a\nb\nc')
  })

  it('passes the sanitizer unchanged and comes back as it was typed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '<', '>', '&', '&lt;', '\n', '\n\n', ' ', '</p><p>', '<br />', 'é')),
        (parts) => {
          const typed = parts.join('').trim()
          const html = plainToHtml(typed)
          expect(sanitizePost(html)).toBe(html)
          expect(breaksToParagraphs(html)).toBe(html)
          expect(html).not.toMatch(/<p>\s*<\/p>/)
          expect(htmlToPlain(html)).toBe(typed.replace(/^\s+$/gm, (blank) => blank.replace(/[^\n]/g, '')))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('stored with breaks for lines is shown and edited like any other', () => {
    const html = breaksToParagraphs('<p>a<br />b</p><p>c<br /><br />d</p>')
    expect(html).toBe('<p>a</p><p>b</p>\n<p>c</p><p>d</p>')
    expect(htmlToPlain(html)).toBe('a\nb\n\nc\nd')
  })
})

const ALLOWED = new RegExp(`<br />|</?(?:${ALLOWED_TAGS.filter((tag) => tag !== 'br').join('|')})>`, 'g')

const ODD_TAGS = [
  'script',
  'style',
  'svg',
  'math',
  'iframe',
  'template',
  'noscript',
  'textarea',
  'div',
  'h1',
  'a',
  'table',
]
const pieces = fc.oneof(
  fc
    .constantFrom(...ALLOWED_TAGS, ...ODD_TAGS)
    .chain((tag) =>
      fc.constantFrom(
        `<${tag}>`,
        `</${tag}>`,
        `<${tag} onload=alert(1)>`,
        `<${tag}/>`,
        `<${tag}`,
        `</${tag} x>`,
      ),
    ),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '"',
    "'",
    '&lt;',
    '&#60;',
    '&amp;',
    '\n',
    ' ',
    '\0',
    '<',
    '>',
    'a',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const hostileHtml = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))
