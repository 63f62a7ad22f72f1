import { describe, expect, it } from 'vitest'
import { partsOf } from './markup.server.ts'
import { createPreview, stripMarkup } from './preview.ts'
import { MarkupScope } from './scope.server.ts'

const ORIGIN = 'https://forum.example'
const parse = (content: string, format?: 'rich' | 'plain') =>
  partsOf({ content, ...(format && { format }) }, new MarkupScope(ORIGIN))
/** Renders a text as if none of the linked posts or members existed. */
const html = (text: string, format?: 'rich' | 'plain') =>
  parse(text, format)
    .map((part) => (typeof part === 'string' ? part : part.otherwise))
    .join('')
/** Returns the URL and the text of each link in the rendered text. */
const links = (text: string) =>
  [...html(text).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => [href, words])
const linksWithTags = (text: string) =>
  [...html(text).matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, words]) => [href, words])
const references = (text: string) =>
  parse(text).flatMap((part) => (typeof part === 'string' ? [] : `${part.kind} ${part.key}`))

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
    ['one\ntwo\n\nthree', '<p>one<br />two</p><p>three</p>'],
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
    [
      '**a** _b_ ***c*** 2 * 3 * 4',
      '<p><strong>a</strong> <em>b</em> <em><strong>c</strong></em> 2 * 3 * 4</p>',
    ],
    ['\\*a\\* snake_case_word', '<p>*a* snake_case_word</p>'],
    ['- a\n- b\n  - c\n\nd', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><p>d</p>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['1986. A year', '<ol start="1986"><li>A year</li></ol>'],
    ['# a\n---\n    b\n| c |\n===', '<p># a<br />---<br />b<br />| c |<br />===</p>'],
    ['``` let us see\na\n```', '<pre><code>let us see\na</code></pre>'],
    ['> - a\nb', '<blockquote><ul><li>a</li></ul></blockquote><p>b</p>'],
  ])('%j is %j', (text, shown) => expect(html(text)).toBe(shown))

  it.each<[string, boolean, string]>([
    ['<p>## A <b>b</b></p><p>c</p>', false, '<h2>A <b>b</b></h2><p>c</p>'],
    ['<p># a</p><p>### b</p><p>###### c</p>', true, '<h2>a</h2><h3>b</h3><h4>c</h4>'],
    ['<p>#a</p><p># a<br />b</p><p>#</p>', false, '<p>#a</p><p># a<br />b</p><p>#</p>'],
    ['<p>```</p><p># a</p><p>```</p>', false, '<pre><code># a</code></pre>'],
    ['<p>**a** - b</p>', true, '<p>**a** - b</p>'],
    ['<p>[a &amp; b](/forum)</p>', false, '<p><a href="/forum">a &amp; b</a></p>'],
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
  ])('of HTML: %j', (text, isPlain, shown) => expect(html(text, isPlain ? 'plain' : 'rich')).toBe(shown))

  it('nest only so deep, and lose nothing', () => {
    const shown = html(`${'> '.repeat(3000)}a`)
    expect(shown.match(/<blockquote>/g)).toHaveLength(8)
    expect(shown.match(/&gt;/g)).toHaveLength(2992)
    expect(html(`${'- '.repeat(100)}a`).match(/<ul>/g)).toHaveLength(4)
  })
})

describe('links with text', () => {
  it.each<[string, string[][]]>([
    ['[the *paper*](https://example.org/a)', [['https://example.org/a', 'the <em>paper</em>']]],
    ['see [a](https://example.org/?b=1&c=2 "d").', [['https://example.org/?b=1&amp;c=2', 'a']]],
    [
      `[here](${ORIGIN}/forum) [there](/post/${ID})`,
      [
        ['/forum', 'here'],
        [`/post/${ID}`, 'there'],
      ],
    ],
    ['[example.org](https://example.org/)', [['https://example.org/', 'example.org']]],
    ['[paypal.com](https://evil.example/)', [['https://evil.example/', 'paypal.com (evil.example)']]],
    [
      '[https://a.org/?evil.example](https://evil.example/)',
      [['https://evil.example/', 'https://a.org/?evil.example (evil.example)']],
    ],
    [
      '[рaypal.com](https://xn--aypal-uye.com/)',
      [['https://xn--aypal-uye.com/', 'рaypal.com (xn--aypal-uye.com)']],
    ],
    ['[a @ada](https://example.org/)', [['https://example.org/', 'a @ada']]],
    ['`[a](https://example.org/)`', []],
    [
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](/\\evil.example) [e]() [f](<>)',
      [],
    ],
    ['[a](mailto:a@b.org) [b](ftp://a.org) [c](x) [d] [e][f]', []],
  ])('in %j', (text, found) => expect(linksWithTags(text)).toEqual(found))

  it('stay as typed where they may not lead', () => {
    expect(html('[a](javascript:alert(1) "b")')).toBe('<p>[a](javascript:alert(1) "b")</p>')
    expect(html('[a](https://u:p@b.org "c")')).toBe('<p>[a](https://u:p@b.org "c")</p>')
    expect(html('[a](http://b.c) '.repeat(600)).match(/<a /g)).toHaveLength(500)
    expect(html('[a](http://b.c) '.repeat(600))).toContain('[a](http://b.c)')
  })
})

describe('previews', () => {
  it('have nothing left of how things are written', () => {
    const text = 'Use `npm`:\n```sh\nnpm i\n```\n> said\n> > he\nhttps://www.example.org/a, a > b'
    expect(createPreview(text, 200)).toBe('Use npm: npm i said he example.org/a, a > b')
  })

  it('have the text of links, and no signs of formatting', () => {
    expect(stripMarkup('## One\n**two** *three* [four](https://a.org/x) `[5](http://b)`')).toBe(
      'One\ntwo three four 5',
    )
    expect(stripMarkup('- a\n2 * 3 * 4 snake_case_word _b_ **')).toBe('- a\n2 * 3 * 4 snake_case_word b **')
  })

  it('shorten addresses', () => {
    expect(stripMarkup(`https://example.org/${'x'.repeat(80)} end`)).toMatch(/^example\.org\/x+… end$/)
  })

  it('say that there is more where only a part was read', () => {
    expect(createPreview('```\nab', 10, 6)).toBe('ab…')
    expect(createPreview('ab', 10, 6)).toBe('ab')
  })
})
