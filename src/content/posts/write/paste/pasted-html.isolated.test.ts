// @vitest-environment jsdom
import { Editor } from '@tiptap/react'
import { afterAll, describe, expect, it } from 'vitest'
import { EXCEL, GOOGLE_DOCS, WEB_PAGE, WORD } from '../../../../../tests/clipboards.ts'
import fc from '../../../../../tests/fast-check.ts'
import { ALLOWED_TAGS } from '../../policy.ts'
import { allowedMarkup, PostLink } from '../editor-extensions.ts'
import { toStoredHtml } from '../editor-html.ts'
import { sanitizePost } from '../sanitize.server.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { htmlOfMarkdown } from './markdown.ts'
import { PasteExtension } from './pasting.ts'

const CASES: [what: string, html: string, converted: string][] = [
  [
    'a link',
    '<a href="https://a.example/b?c=d&amp;e">here</a>',
    '<p>[here](https://a.example/b?c=d&amp;e)</p>',
  ],
  ['a link that says its address', '<a href="https://a.example/">a.example</a>', '<p>https://a.example/</p>'],
  [
    'a link within marks',
    '<a href="https://a.example/x">a <b>b</b></a>',
    '<p>[a ](https://a.example/x)<strong>[b](https://a.example/x)</strong></p>',
  ],
  [
    'a link whose words have brackets',
    '<a href="https://a.example/(x)">a [b]</a>',
    '<p>a [b] (https://a.example/%28x%29)</p>',
  ],
  ['a heading in a list', '<ul><li><h3>a</h3></li></ul>', '<ul><li><p><strong>a</strong></p></li></ul>'],
  ['an address of mail', '<a href="mailto:a@b.example">a@b.example</a>', '<p>a@b.example</p>'],
  ['a link of another kind', '<a href="javascript:alert(1)">here</a>', '<p>here</p>'],
  ['a link to a footnote', 'said<sup><a href="https://a.example/x#n1">[1]</a></sup>', '<p>said[1]</p>'],
  ['a link within the page', '<a href="#top">up</a>', '<p>up</p>'],
  ['a heading', '<h2>One <em>two</em></h2>text', '<p>## One <em>two</em></p><p>text</p>'],
  [
    'a heading whose words say they are not bold',
    '<h1><span style="font-weight:400">A</span></h1>',
    '<p>## A</p>',
  ],
  [
    'styles for tags',
    '<span style="font-weight:700">a</span> <span style="font-style: italic">b</span>',
    '<p><strong>a</strong> <em>b</em></p>',
  ],
  [
    'a content control of Word, around paragraphs and within one',
    "<w:Sdt ShowingPlcHdr='t' Title='Your Name:'><div><p class=MsoTitle>Your <b>Name</b><o:p></o:p><w:sdtPr></w:sdtPr></p></div></w:Sdt>" +
      '<p class=MsoNormal><span><w:Sdt Text="t">City</w:Sdt>&nbsp;|&nbsp;<w:Sdt>Telephone</w:Sdt></span></p>',
    '<p>Your <strong>Name</strong></p><p>City\u00a0|\u00a0Telephone</p>',
  ],
  [
    'an element that nobody knows',
    '<div>a <x-y:z>b</x-y:z> <v:textbox>c</v:textbox> <custom-tag>d</custom-tag></div>',
    '<p>a b c d</p>',
  ],
  [
    'a space with marks of its own',
    'a<b> </b>b<code style="font-weight:bold"> c</code>',
    '<p>a b <strong>`c`</strong></p>',
  ],
  [
    'a list in an item',
    '<ul><li>a<ol><li>b</li></ol></li></ul>',
    '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>',
  ],
  [
    'a list behind its item',
    '<ul><li>a</li><ul><li>b</li></ul></ul>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  ],
  [
    'a list of Outlook',
    "<ul><li class=MsoListParagraph style='mso-list:l0 level1 lfo1'>a</li></ul>",
    '<ul><li><p>a</p></li></ul>',
  ],
  ['a list that goes on', '<ol start="3"><li>c</li><li>d</li></ol>', '<p>3. c</p><p>4. d</p>'],
  [
    'a table',
    '<table><thead><tr><th>A<th>B</thead><tr><td>1<td>2<td></table>',
    '<p><strong>A</strong> · <strong>B</strong><br>1 · 2</p>',
  ],
  ['a table for looks', '<table><tr><td><p>a</p><p>b</p></table>', '<p>a</p><p>b</p>'],
  ['code', 'Call <code>a `b`</code> now', '<p>Call `` a `b` `` now</p>'],
  [
    'a block of code',
    '<pre><code>if a:\n    b &lt; c\n\nd</code></pre>',
    '<p>```<br>if a:<br>    b &lt; c<br><br>d<br>```</p>',
  ],
  ['code that has fences', '<pre>```\na\n```</pre>', '<p>````<br>```<br>a<br>```<br>````</p>'],
  ['code in a list', '<ul><li>a<pre>b\n c</pre></ul>', '<ul><li><p>a</p><p>`b`<br>` c`</p></li></ul>'],
  ['a quotation', '<blockquote>a<p>b</p></blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
  [
    'a bold item of Word',
    "<p style='mso-list:l0 level1 lfo1;font-weight:bold'><span style='mso-list:Ignore'>·</span>a</p>",
    '<ul><li><p><strong>a</strong></p></li></ul>',
  ],
  [
    'bold paragraphs that are parted by breaks',
    '<p style="font-weight:bold">a<br><br>b</p>',
    '<p><strong>a</strong></p><p><strong>b</strong></p>',
  ],
  ['breaks', 'a<br>b<br><br>c', '<p>a<br>b</p><p>c</p>'],
  ['spaces of the source', '<div>\n  a\n  <span> b</span>\n</div>\n', '<p>a b</p>'],
  ['nothing to see', '<p>&nbsp;</p><p><br></p><div>\u200b</div>', ''],
  [
    'what never shows',
    'a<script>b</script><style>c</style><span style="display:none">d</span><!--e-->',
    '<p>a</p>',
  ],
  ['an emoji that is a picture', 'a <img alt="🧠" src="x">', '<p>a 🧠</p>'],
  ['boxes', '<ul><li><input type="checkbox" checked> a</ul>', '<ul><li><p>☑ a</p></li></ul>'],
]

describe('what is pasted becomes what a post can hold', () => {
  it.each(CASES)('%s', (_what, html, converted) => expect(convert(html).html).toBe(converted))

  it('of Word, its lists and headings', () => {
    expect(convert(WORD).html).toBe(
      '<p>## On uploads</p><p>Before <strong>bold</strong> and <em>slanted</em> words, see [the paper](https://paper.example/1).</p>' +
        '<ul><li><p>First point</p><ul><li><p>Below it</p></li></ul></li><li><p>Second point</p></li></ul>' +
        '<ol><li><p>Step one</p></li><li><p>Step two</p></li></ol><p>Year · Scans<br>2031 · 4</p>',
    )
    expect(convert(WORD).said).toBe(
      'Not pasted: 1 picture. Posts can only contain text and uploaded pictures.',
    )
  })

  it('of Google Docs, whose wrapper is bold and is not', () => {
    expect(convert(GOOGLE_DOCS).html).toBe(
      '<p>## On uploads</p><p>Plain, <strong>bold</strong> and <em>slanted</em>, see [the paper](https://paper.example/1).</p>' +
        '<ul><li><p>First point</p><ul><li><p>Below it</p></li></ul></li><li><p>Second point</p></li></ul>' +
        '<ol><li><p>Step one</p></li></ol>',
    )
  })

  it('of a web page and of a sheet', () => {
    expect(convert(WEB_PAGE).html).toBe(
      '<p>## Mind uploading</p><p><strong>Whole brain emulation</strong> is a process[1] described by [Sandberg](https://wiki.example/Sandberg).</p>' +
        '<p>Call `scan()`:</p><p>```<br>for slice in brain:<br>    scan(slice)<br>```</p>',
    )
    expect(convert(WEB_PAGE).said).toBe(
      'Not pasted: 2 pictures and 1 video. Posts can only contain text and uploaded pictures.',
    )
    expect(convert(EXCEL).html).toBe('<p>Year · Scans<br>2031 · 4</p>')
  })

  it('has nothing but allowed tags, which the server keeps', () => {
    fc.assert(hasAllowedTags, { numRuns: 50 })
  })

  it('keeps every word', () => {
    fc.assert(keepsWords, { numRuns: 30 })
  })

  it('holds for many more', { tags: 'all' }, () => {
    fc.assert(hasAllowedTags, { numRuns: 300 })
    fc.assert(keepsWords, { numRuns: 150 })
  })

  it('survives a page that nests without end', () => {
    // Browsers' HTML parsers limit nesting to 512 levels.
    expect(convert(`${'<div>'.repeat(512)}deep`).html).toBe('<p>deep</p>')
    expect(convert(`${'<ul><li>'.repeat(256)}deep`).html).toContain('deep')
    expect(sanitizePost(convert(`${'<blockquote>'.repeat(50)}deep`).html)).toContain('deep')
  })
})

describe('Markdown', () => {
  const read = (text: string) => convert(htmlOfMarkdown(text)).html
  it.each([
    ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['* a\n  * b', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
    ['1. a\n2. b', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['# A\n\ntext **b** and _c_', '<p>## A</p><p>text <strong>b</strong> and <em>c</em></p>'],
    ['> said\n> before\n\nnow', '<blockquote><p>said<br>before</p></blockquote><p>now</p>'],
    ['**[a](https://a.example)** `<b>`', '<p><strong>[a](https://a.example/)</strong> `&lt;b&gt;`</p>'],
    ['```ts\nconst a = 1\n```', '<p>```<br>const a = 1<br>```</p>'],
    [
      '**a** <img src=x onerror=alert(1)> <b>c</b>',
      '<p><strong>a</strong> &lt;img src=x onerror=alert(1)&gt; &lt;b&gt;c&lt;/b&gt;</p>',
    ],
    ['| A | B |\n|---|---|\n| 1 | 2 |', '<p><strong>A</strong> · <strong>B</strong><br>1 · 2</p>'],
    ['**a** snake_case_word 2 * 3 * 4', '<p><strong>a</strong> snake_case_word 2 * 3 * 4</p>'],
  ])('%j', (text, html) => {
    expect(looksLikeMarkdown(text)).toBe(true)
    expect(read(text)).toBe(html)
  })

  it.each([
    'A sentence - with a dash.',
    'snake_case_word',
    '2 * 3 * 4',
    '-5 degrees',
    'a#b',
    'https://a.example/_b_c',
    'One\n\nTwo',
  ])('is not %j', (text) => expect(looksLikeMarkdown(text)).toBe(false))

  const signs = [
    ...['# ', '- ', '> ', '**', '_', '`', '```\n', '\n', '<script>', '[a](javascript:x)', '![', '|', 'word'],
    ...['&lt;', '1. '],
  ]
  const hasOurTags = fc.property(fc.array(fc.constantFrom(...signs)), (parts) => {
    expect(read(parts.join('')).replace(ALLOWED, '')).not.toMatch(/[<>]/)
  })

  it('takes anything without a tag that is not ours', () => {
    fc.assert(hasOurTags, { numRuns: 30 })
  })

  it('takes much more without a tag that is not ours', { tags: 'all' }, () => {
    fc.assert(hasOurTags, { numRuns: 150 })
  })
})

let said = ''
const editor = new Editor({
  element: document.body,
  extensions: [allowedMarkup, PostLink, PasteExtension.configure({ say: (words) => (said = words) })],
  parseOptions: { preserveWhitespace: true },
  enablePasteRules: false,
  // jsdom has no layout, so scrolling to the selection would fail.
  editorProps: { handleScrollToSelection: () => true },
})
afterAll(() => editor.destroy())

/** Pastes HTML into an empty editor. Returns the editor's HTML and the message about lost content. */
function convert(html: string) {
  editor.commands.clearContent()
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent)
  return { html: editor.isEmpty ? '' : toStoredHtml(editor.getHTML()).replaceAll('&nbsp;', '\u00a0'), said }
}

/** Removes empty tags, which the editor adds to empty lists and items. The server removes them too. */
function withoutEmpty(html: string): string {
  const shorter = html
    .replaceAll('<br />', '<br>')
    .replaceAll('&quot;', '"')
    .replace(/<(p|li|ul|ol|blockquote)><\/\1>/g, '')
  return shorter === html ? html : withoutEmpty(shorter)
}

const ALLOWED = new RegExp(`</?(?:${ALLOWED_TAGS.join('|')})>`, 'g')

const WRAPPERS = [
  ...[
    '_',
    '<p>_</p>',
    '<li>_</li>',
    '<ul><li>_</li></ul>',
    '<ol><li>_',
    '<h1>_</h1>',
    '<b>_</b>',
    '<i style="font-weight:700">_</i>',
  ],
  ...[
    '<table><tr><td>_</td><td>_</td></tr></table>',
    '<blockquote>_',
    '</blockquote>',
    '<pre>_</pre>',
    '<code>_</code>',
    '<br>',
    '</p>',
  ],
  ...[
    "<p style='mso-list:l0 level2 lfo1'>_</p>",
    '<a href="https://a.example">_</a>',
    '<div><span>_</span></div>',
    '<ul>_<ul>_</ul></ul>',
  ],
]

const ODD = [
  ...[
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
    'td',
    'tr',
  ],
  ...['pre', 'code', 'img', 'o:p', 'v:shape', 'title', 'select', 'option', 'caption', 'input'],
]
const ATTRIBUTES = [
  ...[
    'onload=alert(1)',
    'href="javascript:alert(1)"',
    "style='mso-list:l0 level3 lfo1'",
    "style='mso-list:Ignore'",
  ],
  ...[
    'style="font-weight:bold;font-style:italic"',
    'href="https://a.example/<b>"',
    'start=9',
    'alt="<b>"',
    'type=checkbox',
  ],
]
const pieces = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ALLOWED_TAGS, ...ODD), fc.constantFrom('', ...ATTRIBUTES))
    .chain(([tag, attribute]) =>
      fc.constantFrom(`<${tag} ${attribute}>`, `</${tag}>`, `<${tag}`, `<${tag}/>`),
    ),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![if !supportLists]>',
    '&lt;b&gt;',
    '&amp;',
    '\n',
    ' ',
    '&nbsp;',
    '`',
    '```',
    '<',
    '>',
    'a',
    '1.',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const hostile = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))
const hasAllowedTags = fc.property(hostile, (html) => {
  const converted = convert(html).html
  expect(converted.replace(ALLOWED, '')).not.toMatch(/[<>]/)
  expect(withoutEmpty(sanitizePost(converted))).toBe(withoutEmpty(converted))
})
const wrapped = fc.array(fc.tuple(fc.constantFrom(...WRAPPERS), fc.nat(99)), { maxLength: 20 })
const keepsWords = fc.property(wrapped, (parts) => {
  const html = parts.map(([wrap, n]) => wrap.replace('_', `w${n}w`)).join(' ')
  const words = (text: string) => text.match(/w\d+w/g) ?? []
  expect(words(convert(html).html)).toEqual(words(html))
})
