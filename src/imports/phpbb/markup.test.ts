import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsWords } from '../report/compare-topics.server.ts'
import { phpbbMarkup } from './markup.server.ts'

// The texts are constructed by the documentation of phpBB's formats.
const CONSTRUCTS: [name: string, stored: string, markdown: string][] = [
  ['plain text', '<t>One &amp; two<br/>\nlines</t>', 'One & two  \nlines'],
  [
    'emphasis',
    '<r><B><s>[b]</s>a<e>[/b]</e></B> <I><s>[i]</s>b<e>[/i]</e></I> <U><s>[u]</s>c<e>[/u]</e></U></r>',
    '**a** *b* c',
  ],
  [
    'a link',
    '<r><URL url="https://example.org"><s>[url=https://example.org]</s>here<e>[/url]</e></URL></r>',
    '[here](https://example.org)',
  ],
  [
    'a quotation',
    '<r><QUOTE author="Ada" post_id="4"><s>[quote=Ada post_id=4]</s>I count<e>[/quote]</e></QUOTE>So do I</r>',
    '> @Ada:  \n> I count\n\nSo do I',
  ],
  [
    'a list',
    '<r><LIST type="decimal"><s>[list=1]</s><LI><s>[*]</s>a</LI>\n<LI><s>[*]</s>b</LI><e>[/list]</e></LIST></r>',
    '1.  a\n2.  b',
  ],
  ['code', '<r><CODE><s>[code]</s><i>\n</i>a = 1\nb()<e>[/code]</e></CODE></r>', '```\na = 1\nb()\n```'],
  [
    'a picture',
    '<r><IMG src="https://example.org/a.png"><s>[img]</s>https://example.org/a.png<e>[/img]</e></IMG></r>',
    '![](https://example.org/a.png)',
  ],
  [
    'a smiley and colours',
    '<r><E>:)</E> <COLOR color="#FF0000"><s>[color=#FF0000]</s>red<e>[/color]</e></COLOR></r>',
    ':) red',
  ],
  [
    'BBCode: emphasis',
    '[b:1a2b3c4d]a[/b:1a2b3c4d] [i:1a2b3c4d]b[/i:1a2b3c4d]\nnew line',
    '**a** *b*  \nnew line',
  ],
  [
    'BBCode: a quotation',
    '[quote=&quot;Ada&quot;:1a2b3c4d]I count[/quote:1a2b3c4d]So do I',
    '> @Ada:  \n> I count\n\nSo do I',
  ],
  [
    'BBCode: a list',
    '[list:1a2b3c4d][*:1a2b3c4d]a[/*:m:1a2b3c4d][*:1a2b3c4d]b[/*:m:1a2b3c4d][/list:u:1a2b3c4d]',
    '-   a\n-   b',
  ],
  [
    'BBCode: links',
    '[url:1a2b3c4d]https://example.org[/url:1a2b3c4d] [url=https://example.org/a:1a2b3c4d]here[/url:1a2b3c4d]',
    '[https://example.org](https://example.org) [here](https://example.org/a)',
  ],
  [
    'BBCode: an address that became a link',
    '<!-- m --><a class="postlink" href="https://example.org/a">example.org/a</a><!-- m -->',
    '[example.org/a](https://example.org/a)',
  ],
  [
    'BBCode: a smiley',
    'Yes <!-- s:) --><img src="{SMILIES_PATH}/smile.gif" alt=":)" title="Smile" /><!-- s:) -->',
    'Yes :)',
  ],
]

test.each(CONSTRUCTS)('%s', (_, stored, markdown) => {
  expect(phpbbMarkup.toText(stored)).toBe(markdown)
  expect(containsWords(phpbbMarkup.toPost(stored), phpbbMarkup.wordsOf(stored))).toBe(true)
})

test('any text keeps its words', () => {
  const word = fc.stringMatching(/^[a-zäß0-9*_()#.!+-]{1,12}$/)
  const mark = fc.constantFrom(
    'b',
    'i',
    'quote',
    'list',
    '*',
    'color=red',
    'url=https://example.org',
    'size=85',
  )
  const { bbcode } = fc.letrec<{ bbcode: string }>((tie) => ({
    bbcode: fc.oneof(
      { maxDepth: 5 },
      word,
      fc
        .tuple(mark, fc.array(tie('bbcode'), { maxLength: 4 }))
        .map(([name, inner]) => `[${name}:1a2b3c4d]${inner.join(' ')}[/${name.replace(/=.*/, '')}:1a2b3c4d]`),
    ),
  }))
  fc.assert(
    fc.property(bbcode, (stored) => {
      const words = phpbbMarkup.wordsOf(stored)
      return (
        containsWords(phpbbMarkup.toText(stored), words) && containsWords(phpbbMarkup.toPost(stored), words)
      )
    }),
    { numRuns: 500 },
  )
})
