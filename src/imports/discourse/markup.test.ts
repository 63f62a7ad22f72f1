import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsWords } from '../report/compare-topics.server.ts'
import { discourseMarkup } from './markup.server.ts'

// The HTML is constructed by the documentation of Discourse's markup.
const CONSTRUCTS: [name: string, cooked: string, markdown: string][] = [
  ['paragraphs', '<p>One</p>\n<p>Two<br>\nlines</p>', 'One\n\nTwo  \nlines'],
  ['emphasis', '<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>', '**a** *b* c `d`'],
  ['a heading', '<h2><a name="x" class="anchor" href="#x"></a>Why</h2>', '## Why'],
  ['lists', '<ul>\n<li>a</li>\n<li>b<ol><li>c</li></ol></li>\n</ul>', '-   a\n-   b\n    1.  c'],
  ['code', '<pre><code class="lang-js">let a = 1\nb()</code></pre>', '```\nlet a = 1\nb()\n```'],
  [
    'a link',
    '<p><a href="https://example.org/a" rel="noopener">here</a></p>',
    '[here](https://example.org/a)',
  ],
  ['a mention', '<p>Ask <a class="mention" href="/u/ada">@ada</a></p>', 'Ask @ada'],
  [
    'emoji',
    '<p>Yes <img src="/images/emoji/smile.png" title=":smile:" class="emoji" alt=":smile:"></p>',
    'Yes :smile:',
  ],
  [
    'a quotation',
    '<aside class="quote no-group" data-username="ada" data-post="2" data-topic="7"><div class="title">\n<div class="quote-controls"></div>\nada:</div>\n<blockquote>\n<p>I <b>count</b></p>\n</blockquote></aside>\n<p>So do I</p>',
    '> @ada:\n> I **count**\n\nSo do I',
  ],
  [
    'a preview of a link',
    '<aside class="onebox allowlistedgeneric" data-onebox-src="https://example.org/p"><header class="source"><a href="https://example.org/p">example.org</a></header><article class="onebox-body"><h3><a href="https://example.org/p">A page</a></h3><p>About it</p></article></aside>',
    '> [example.org](https://example.org/p)\n> \n> ### [A page](https://example.org/p)\n> \n> About it',
  ],
  [
    'a picture with its size',
    '<p><div class="lightbox-wrapper"><a class="lightbox" href="/uploads/a.png" title="a.png"><img src="/uploads/a_690.png" alt="A cat" width="690" height="388"><div class="meta"><span class="filename">a.png</span><span class="informations">690×388 20 KB</span></div></a></div></p>',
    '[![A cat](/uploads/a_690.png)](/uploads/a.png "a.png")',
  ],
  [
    'a poll',
    '<div class="poll" data-poll-name="poll"><div class="poll-container"><ul><li data-poll-option-id="1">Yes</li><li data-poll-option-id="2">No</li></ul></div></div>',
    '-   Yes\n-   No',
  ],
  ['hidden details', '<details><summary>More</summary><p>Inside</p></details>', '**More**\n\nInside'],
  [
    'a table',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    'a | b\n\n1 | 2',
  ],
  ['a spoiler', '<p><span class="spoiler">It was me</span></p>', 'It was me'],
  ['a script', '<p>a<script>alert(1)</script>b</p>', 'ab'],
]

test.each(CONSTRUCTS)('%s', (_, cooked, markdown) => {
  expect(discourseMarkup.toText(cooked)).toBe(markdown)
  expect(containsWords(discourseMarkup.toPost(cooked), discourseMarkup.wordsOf(cooked))).toBe(true)
})

describe('any text', () => {
  const word = fc.stringMatching(/^[a-zäß0-9*_[\]()`#>.!+-]{1,12}$/)
  const tag = fc.constantFrom('p', 'b', 'em', 'ul', 'li', 'blockquote', 'div', 'h2', 'pre', 'code')
  const { html } = fc.letrec<{ html: string }>((tie) => ({
    html: fc.oneof(
      { maxDepth: 5 },
      word,
      fc
        .tuple(tag, fc.array(tie('html'), { maxLength: 4 }))
        .map(([name, inner]) => `<${name}>${inner.join(' ')}</${name}>`),
    ),
  }))

  test('keeps its words', () => {
    fc.assert(
      fc.property(html, (cooked) => {
        const words = discourseMarkup.wordsOf(cooked)
        return (
          containsWords(discourseMarkup.toText(cooked), words) &&
          containsWords(discourseMarkup.toPost(cooked), words)
        )
      }),
      { numRuns: 500 },
    )
  })

  test('that is deep or long is converted without formatting, and soon', () => {
    const deep = `${'<div>'.repeat(50_000)}deep`
    const long = `<p>${'word '.repeat(300_000)}</p>`
    const begun = performance.now()
    expect(discourseMarkup.toText(deep)).toBe('deep')
    expect(discourseMarkup.toText(long)).toHaveLength(1_499_999)
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})

test('uploads become pictures, in their full size', () => {
  const html =
    '<a class="lightbox" href="//old.example/uploads/default/original/1X/cat.png" title="cat.png"><img src="//old.example/uploads/default/optimized/1X/cat_2.png" alt="A cat"></a> ' +
    '<img src="/uploads/default/original/1X/lost.png" alt="lost">'
  expect(discourseMarkup.uploadsIn(html)).toEqual([
    'default/original/1X/cat.png',
    'default/original/1X/lost.png',
  ])
  const id = '01234567-89ab-7cde-8f01-23456789abcd'
  const text = discourseMarkup.toText(html, (path) => (path.endsWith('cat.png') ? id : undefined))
  expect(text).toBe(`![A cat](/files/pictures/${id}.webp) ![lost](/uploads/default/original/1X/lost.png)`)
})
