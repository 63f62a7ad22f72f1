import { describe, expect, it } from 'vitest'
import { groupBlocks, parseHtml, parseText } from './blocks.server.ts'
import { createPreview, stripMarkup } from './preview.ts'

const ORIGIN = 'https://forum.example'
const scope = () => ({ origin: ORIGIN, base: '', links: 0, codes: 0 })
/** Renders a text as if none of the linked posts or members existed. */
const html = (text: string) =>
  parseText(text, scope())
    .map((part) => (typeof part === 'string' ? part : part.otherwise))
    .join('')
const rich = (text: string, isPlain = false) =>
  parseHtml(text, isPlain, scope())
    .map((part) => (typeof part === 'string' ? part : part.otherwise))
    .join('')
/** Returns the URL and the text of each link in the rendered text. */
const links = (text: string) =>
  [...html(text).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => [href, words])
const references = (text: string) =>
  parseText(text, scope()).flatMap((part) => (typeof part === 'string' ? [] : `${part.kind} ${part.key}`))

const ID = '01993a5e-7c11-7000-8000-0123456789ab'

describe('addresses', () => {
  it.each<[string, string[][]]>([
    ['Read https://example.org/a?b=c#d first', [['https://example.org/a?b=c#d', 'example.org/a?b=c#d']]],
    ['See http://www.example.org.', [['http://www.example.org/', 'example.org']]],
    [
      '(https://example.org/x), or https://en.wikipedia.org/wiki/Ship_(ethics)!',
      [
        ['https://example.org/x', 'example.org/x'],
        ['https://en.wikipedia.org/wiki/Ship_(ethics)', 'en.wikipedia.org/wiki/Ship_(ethics)'],
      ],
    ],
    [
      '“https://example.org/x”, ‘https://example.org/y’…',
      [
        ['https://example.org/x', 'example.org/x'],
        ['https://example.org/y', 'example.org/y'],
      ],
    ],
    ['HTTPS://EXAMPLE.ORG', [['https://example.org/', 'example.org']]],
    ['javascript:alert(1) data:text/html,x vbscript:x ftp://a.org //a.org a.org mailto:a@b.org a@b.org', []],
    ['https:// and http://[ are none', []],
    ['<a href="https://example.org/">x</a>', [['https://example.org/', 'example.org']]],
    ['https://paypal.com@evil.example/ https://user:pw@example.com/ http://a@b@c.example/', []],
    ['(see https://example.org/a.)', [['https://example.org/a', 'example.org/a']]],
    [
      '[(https://example.org/a?!).]”, https://example.org/b…',
      [
        ['https://example.org/a', 'example.org/a'],
        ['https://example.org/b', 'example.org/b'],
      ],
    ],
    ['"https://example.org/a_(b).")', [['https://example.org/a_(b)', 'example.org/a_(b)']]],
    ['https://exam\u200bple.org/a\u200bb\u200b next', [['https://example.org/ab', 'example.org/ab']]],
    ['https://example.org/@ada', [['https://example.org/@ada', 'example.org/@ada']]],
    ['http://127.0.0.1:8080/x', [['http://127.0.0.1:8080/x', '127.0.0.1:8080/x']]],
    ['', []],
  ])('finds in %j %j', (text, found) => expect(links(text)).toEqual(found))

  it('are short in sight, and said once', () => {
    const address = `https://example.org/${'long/'.repeat(20)}`
    expect(links(address)[0]?.[1]).toMatch(/^example\.org\/long.*…$/)
    expect(html(address)).not.toContain('title')
    expect(html(address)).toContain('rel="nofollow ugc noopener"')
  })

  it('never hide whose they are', () => {
    const host = `${'a'.repeat(50)}.example`
    expect(links(`https://${host}/path/of/some/length`)[0]?.[1]).toMatch(new RegExp(`^${host}/`))
    expect(links('https://münchen.de/straße')[0]).toEqual([
      'https://xn--mnchen-3ya.de/stra%C3%9Fe',
      'münchen.de/straße',
    ])
    expect(links('https://аррӏе.com/')[0]?.[1]).toBe('xn--80ak6aa92e.com')
    expect(links('https://example.org/%E2%80%AEgpj.exe')[0]?.[1]).toBe('example.org/%E2%80%AEgpj.exe')
  })

  it('of the forum itself are its own', () => {
    expect(html(`${ORIGIN}/forum?sort=top`)).toBe(
      '<p><a href="/forum?sort=top">forum.example/forum?sort=top</a></p>',
    )
    expect(links(`${ORIGIN}//evil.example/`)).toEqual([])
  })
})

describe('what a text refers to', () => {
  it.each<[string, string[]]>([
    [`${ORIGIN}/post/${ID}`, [`post ${ID}`]],
    [`(see /post/${ID.toUpperCase()}).`, [`post ${ID}`]],
    [`/post/${ID}#comment-${ID}`, [`comment ${ID}`]],
    [`see /post/${ID}?comment=${ID}#comment-${ID}.`, [`comment ${ID}`]],
    [`/notes/${ID}?reply=${ID}#note-${ID}`, [`note ${ID}`]],
    [`${ORIGIN}/post/${ID}?comments=abc#comment-${ID}`, [`comment ${ID}`]],
    [`/notes/${ID}, /notes/${ID}#note-${ID}`, [`note ${ID}`, `note ${ID}`]],
    ['@Ada_Lin, (@bo-k) and /profile/mara', ['member ada_lin', 'member bo-k', 'member mara']],
    [`https://example.org/post/${ID} ../post/${ID} x/post/${ID} /post/${ID}0`, []],
    ['ada@example.org @ada@example.social https://example.org/@ada x@ada /@ada', []],
    ['`@ada` ``/profile/ada``', []],
    ['```\n@ada\n```\n@bo', ['member bo']],
  ])('in %j', (text, found) => expect(references(text)).toEqual(found))

  it('counts only so far, with all links of a text', () => {
    expect(references('@ada '.repeat(80))).toHaveLength(50)
    expect(references('https://example.org/ @ada '.repeat(80))).toHaveLength(25)
    expect(links('http://a.b/ `x` '.repeat(80))).toHaveLength(50)
    expect(html('http://a.b/ '.repeat(80))).toContain('http://a.b/ http://a.b/')
  })
})

describe('blocks', () => {
  it.each<[string, string]>([
    ['one\ntwo\n\nthree', '<p>one<br />two<br /><br />three</p>'],
    ['a `b < c` d', '<p>a <code>b &lt; c</code> d</p>'],
    ['a ``b ` c`` `d', '<p>a <code>b ` c</code> `d</p>'],
    ['` ` `', '<p>` ` `</p>'],
    [
      'so:\n```js\nlet a = 1 < 2\n\n  b\n```\ndone',
      '<p>so:</p><pre><code>let a = 1 &lt; 2\n\n  b</code></pre><p>done</p>',
    ],
    ['```\nto the end', '<pre><code>to the end</code></pre>'],
    ['```not a fence``` here', '<p><code>not a fence</code> here</p>'],
    ['> a\n> b\nc', '<blockquote><p>a<br />b</p></blockquote><p>c</p>'],
    ['> a\n>\n> > b', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>'],
    ['>_> and a > b', '<p>&gt;_&gt; and a &gt; b</p>'],
    ['<b>"no"</b> & \'', `<p>&lt;b&gt;"no"&lt;/b&gt; &amp; '</p>`],
  ])('%j is %j', (text, shown) => expect(html(text)).toBe(shown))

  it.each<[string, boolean, string]>([
    [
      '<p>a <b>`b`</b></p><ul><li>`c`</li></ul>',
      false,
      '<p>a <b><code>b</code></b></p><ul><li><code>c</code></li></ul>',
    ],
    [
      '<p>a</p><p>```js</p><p>b &lt; <b>c</b></p><p>```</p><p>d</p>',
      false,
      '<p>a</p><pre><code>b &lt; c</code></pre><p>d</p>',
    ],
    [
      '<p>```<br />b<br />  c<br />```</p><ul><li>```</li></ul>',
      false,
      '<pre><code>b\n  c</code></pre><ul><li>```</li></ul>',
    ],
    ['<p>```</p><p>a</p>\n<p>b</p><p>```</p>', true, '<pre><code>a\n\nb</code></pre>'],
    ['<p>&gt; a</p><p>&gt; b</p><p>c</p>', true, '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>'],
    ['<p>&gt; a</p>', false, '<p>&gt; a</p>'],
    ['<p>AT&amp;T <em>x</em> &lt;b&gt;</p>', false, '<p>AT&amp;T <em>x</em> &lt;b&gt;</p>'],
  ])('of HTML: %j', (text, isPlain, shown) => expect(rich(text, isPlain)).toBe(shown))

  it('nest only so deep', () => {
    const quoted = groupBlocks([{ text: `${'> '.repeat(3000)}a` }], true)
    expect(JSON.stringify(quoted).match(/"quote"/g)).toHaveLength(3)
  })
})

describe('previews', () => {
  it('have nothing left of how things are written', () => {
    const text = 'Use `npm`:\n```sh\nnpm i\n```\n> said\n> > he\nhttps://www.example.org/a, a > b'
    expect(createPreview(text, 200)).toBe('Use npm: npm i said he example.org/a, a > b')
  })

  it('shorten addresses', () => {
    expect(stripMarkup(`https://example.org/${'x'.repeat(80)} end`)).toMatch(/^example\.org\/x+… end$/)
  })

  it('say that there is more where only a part was read', () => {
    expect(createPreview('```\nab', 10, 6)).toBe('ab…')
    expect(createPreview('ab', 10, 6)).toBe('ab')
  })
})
