import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { fastest, PARSE_MAX } from '../../../tests/cpu-time.ts'
import fc from '../../../tests/fast-check.ts'
import { ALLOWED_TAGS } from '../posts/policy.ts'
import { plainToHtml } from '../posts/text.ts'
import { sanitizePost } from '../posts/write/sanitize.server.ts'
import { type Block, blocksOfComment, blocksOfPost } from './blocks.server.ts'
import type { Revision, RevisionChanges } from './contract.ts'
import { changesBetween, createDiffBudget } from './diff.server.ts'
import { EditItem } from './edit-item.tsx'

type Kind = 'comment' | 'rich' | 'plain'

function blocksOf(kind: Kind, text: string): Block[] {
  if (kind === 'comment') return blocksOfComment(text)
  return blocksOfPost(kind === 'plain' ? sanitizePost(plainToHtml(text)) : text, kind)
}

function compare(kind: Kind, before: string, after: string, time = createDiffBudget()): RevisionChanges {
  const text = (words: string) => ({ title: words.slice(0, 40), blocks: blocksOf(kind, words) })
  return changesBetween(text(before), text(after), time)
}

/** Returns the text before or after a change, by leaving out added or removed words. */
function sideOf({ blocks }: RevisionChanges, without: 'added' | 'removed'): string {
  const words = blocks.map((block) => block.words.filter(({ change }) => change !== without))
  return words.flatMap((each) => (each.length > 0 ? each.map(({ text }) => text).join('') : [])).join('\n')
}

function shown(changes: RevisionChanges): string {
  const edit: Revision = {
    id: '',
    number: 1,
    title: null,
    content: null,
    edited_by: null,
    created_at: '2026-11-21T12:00:00Z',
    redaction: null,
    is_redacted: false,
    changes,
  }
  return renderToStaticMarkup(createElement(EditItem, { edit, isLatest: true, mayRedact: false }))
}

describe('what was changed', () => {
  const words = (changes: RevisionChanges) =>
    changes.blocks.map((block) =>
      block.words
        .map(({ text, change }) => (change === 'none' ? text : `${change === 'added' ? '+' : '-'}[${text}]`))
        .join(''),
    )

  it('is said by words within the paragraph that became another', () => {
    const changes = compare(
      'rich',
      '<p>One.</p><p>The old words stand.</p>',
      '<p>One.</p><p>The new words stand.</p>',
    )
    expect(words(changes)).toEqual(['One.', 'The -[old]+[new] words stand.'])
  })

  it('is a paragraph before the one that became another', () => {
    const after = '<p>A paragraph nobody had seen.</p><p>The new words stand here.</p>'
    const changes = compare('rich', '<p>The old words stand here.</p>', after)
    expect(words(changes)).toEqual(['+[A paragraph nobody had seen.]', 'The -[old]+[new] words stand here.'])
  })

  it('is all of a paragraph that another took the place of', () => {
    expect(words(compare('comment', 'Cats sleep.', 'Planets revolve.'))).toEqual([
      '-[Cats sleep.]',
      '+[Planets revolve.]',
    ])
  })

  it('leaves out what is as it was, but for what stands beside it', () => {
    const lines = Array.from({ length: 10 }, (_, n) => `Line number ${n}`)
    const { blocks, skipped } = compare(
      'comment',
      lines.join('\n'),
      lines.with(5, 'Line number five').join('\n'),
    )
    expect(blocks.map((block) => block.skipped)).toEqual([4, 0, 0])
    expect(skipped).toBe(3)
  })

  it('knows items, quotations and what only looks different', () => {
    const before = '<ul><li>One thing</li></ul><blockquote><p>Said before</p></blockquote><p>Loud</p>'
    const after =
      '<ul><li>One more thing</li></ul><blockquote><p>Said long before</p></blockquote><p><b>Loud</b></p>'
    const { blocks } = compare('rich', before, after)
    expect(blocks.map(({ kind, is_reformatted }) => [kind, is_reformatted])).toEqual([
      ['item', false],
      ['quote', false],
      ['paragraph', true],
    ])
  })

  it('counts letters where there are no spaces', () => {
    expect(words(compare('comment', '我喜欢旧的书', '我喜欢新的书'))).toEqual(['我喜欢-[旧]+[新]的书'])
  })

  it('is all of it where too much differs, or no time is left', () => {
    const many = (word: string) => Array.from({ length: 1500 }, (_, n) => `${word}${n} and`).join(' ')
    expect(
      compare('comment', many('a'), many('b')).blocks.every(({ words: [first] }) => first?.change !== 'none'),
    ).toBe(true)
    const much = 'words '.repeat(500)
    const late = compare('comment', `The old ${much}`, `The new ${much}`, { until: 0 })
    expect(late.blocks.map(({ words: [first] }) => first?.change)).toEqual(['removed', 'added'])
    const short = compare('comment', 'The old words stand.', 'The new words stand.', { until: 0 })
    expect(words(short)).toEqual(['The -[old]+[new] words stand.'])
  })
})

describe('the longest texts', () => {
  it.each([
    [
      'other words',
      (n: number) => `<p>${`word${n} `.repeat(20)}</p>`,
      (n: number) => `<p>${`wort${n} `.repeat(20)}</p>`,
    ],
    ['every word another', (n: number) => `<p>a${n}</p>`, (n: number) => `<p>b${n}</p>`],
    ['every second word', (n: number) => `<p>x y${n} x z${n}</p>`, (n: number) => `<p>x q${n} x z${n}</p>`],
    ['one paragraph', (n: number) => `word${n} `, (n: number) => `wort${n} word${n} `],
  ])('of %s take no time', (_name, old, young) => {
    const text = (of: (n: number) => string) => {
      let html = ''
      for (let n = 0; html.length < 290_000 && n < 9000; n++) html += of(n)
      return html.startsWith('<p>') ? html : `<p>${html}</p>`
    }
    const [before, after] = [blocksOf('rich', text(old)), blocksOf('rich', text(young))]
    const compare = () =>
      changesBetween({ title: '', blocks: before }, { title: '', blocks: after }, createDiffBudget())
    expect(fastest(compare)).toBeLessThan(PARSE_MAX)
  })
})

const TAGS: ReadonlySet<string> = new Set([
  'li',
  'article',
  'h2',
  'h3',
  'div',
  'span',
  'time',
  'p',
  'ins',
  'del',
  'ul',
  'blockquote',
])
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'class',
  'id',
  'dir',
  'title',
  'datetime',
  'data-list-item',
  'data-relative',
  'aria-labelledby',
])

/** Walks the parsed HTML and fails at the first element or attribute that is not allowed. */
function walk(parent: DefaultTreeAdapterTypes.ParentNode): void {
  for (const node of parent.childNodes) {
    if (!('tagName' in node)) {
      expect(node.nodeName).toBe('#text')
      continue
    }
    expect(TAGS.has(node.tagName), node.tagName).toBe(true)
    for (const { name } of node.attrs) expect(ATTRIBUTES.has(name), name).toBe(true)
    walk(node)
  }
}

const PIECES = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"onclick="alert(1)',
    '<ins>',
    '</ins>',
    '</del>',
  ],
  ...[
    '<!--',
    '-->',
    ']]>',
    '&lt;b&gt;',
    '&amp;lt;',
    '&#60;script&#62;',
    '</p></article>',
    '<svg onload=x>',
    '\0',
    '\u202e',
  ],
  ...[
    'one',
    'two',
    'three',
    ' ',
    ' ',
    '\n',
    '\n\n',
    '&',
    '<',
    '>',
    '"',
    "'",
    '`',
    '@ada',
    'https://example.org/',
    '我',
    '👩‍🚀',
  ],
  ...ALLOWED_TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
]
const hostile = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    {
      maxLength: 24,
    },
  )
  .map((pieces) => pieces.join(''))

describe('of any two texts', () => {
  const isReadable = fc.property(
    hostile,
    hostile,
    fc.constantFrom<Kind>('comment', 'rich', 'plain'),
    (before, after, kind) => {
      const changes = compare(kind, before, after)
      walk(parseFragment(shown(changes)))
      if (changes.skipped > 0 || changes.blocks.some(({ skipped }) => skipped > 0)) return
      const textOf = (text: string) => blocksOf(kind, text).map((block) => block.text)
      if (changes.blocks.length === 0) expect(textOf(before)).toEqual(textOf(after))
      else {
        expect(sideOf(changes, 'added')).toBe(textOf(before).join('\n'))
        expect(sideOf(changes, 'removed')).toBe(textOf(after).join('\n'))
      }
      for (const { words } of changes.blocks)
        for (const { text } of words) expect(text.isWellFormed()).toBe(true)
    },
  )

  it('no words become markup, and both can be read from what is shown', () => {
    fc.assert(isReadable, { numRuns: 150 })
  })

  it('nor of many', { tags: 'all', timeout: 120_000 }, () => {
    fc.assert(isReadable, { numRuns: 1500 })
  })
})
