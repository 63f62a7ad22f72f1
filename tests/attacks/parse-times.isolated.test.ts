// @module-tag all
import unhomoglyph from 'unhomoglyph'
import { expect, test } from 'vitest'
import { COMMENT_LIMIT } from '../../src/content/comments/policy.ts'
import {
  CONTENT_LIMITS,
  HTML_LIMITS,
  limitSearchWords,
  SEARCH_LIMIT,
  TAG_LIMIT,
  TITLE_LIMIT,
  UNCLEAN_TAG_LIMIT,
} from '../../src/content/posts/policy.ts'
import { withTableOfContents } from '../../src/content/posts/table-of-contents.ts'
import { plainToHtml } from '../../src/content/posts/text.ts'
import { looksLikeMarkdown } from '../../src/content/posts/write/paste/looks-like-markdown.ts'
import {
  renderPostHtml,
  sanitizeSubmitted,
  toStoredText,
} from '../../src/content/posts/write/sanitize.server.ts'
import {
  type Block,
  blocksOfComment,
  blocksOfPost,
  matchBlocks,
} from '../../src/content/revisions/blocks.server.ts'
import { changesBetween, createDiffBudget } from '../../src/content/revisions/diff.server.ts'
import { nameProblem } from '../../src/platform/readable-name.ts'
import { isBlank, manyLines, oneLine } from '../../src/platform/text.ts'
import { findHosts, listParentDomains, parseDomain } from '../../src/shared/blocked-domains/hosts.server.ts'
import { htmlToText, unescapeHtml } from '../../src/shared/markup/html.ts'
import { findMentions, partsOf } from '../../src/shared/markup/markup.server.ts'
import { stripMarkup } from '../../src/shared/markup/preview.ts'
import { sanitizeMarkup } from '../../src/shared/markup/sanitize-markup.server.ts'
import { MarkupScope } from '../../src/shared/markup/scope.server.ts'
import { fastest, PARSE_MAX } from '../cpu-time.ts'

/** Patterns for texts of maximum length: a beginning, a unit that is repeated, and an end. */
const SHAPES: [unit: string, start?: string, end?: string][] = [
  ...['a', ' ', '\n', 'a ', 'a\n', '語', '😀', 'a\u0301', '"', '&', '<', '.', ')', '/', '\\', ':', '-'].map(
    one,
  ),
  ...['@', '@a ', '@a-', 'a@', '`', '` ', '`a`', '``a` ', '```\n', '> ', '> > > a\n', '>\n', '\u200b'].map(
    one,
  ),
  ...['http://', 'http://a ', 'http://a.b/ ', 'http://a@', '//a ', '//ü ', '//語.語 ', 'www.', 'www.a '].map(
    one,
  ),
  ...['/post/', '/profile/a ', '<p>a</p>', '<b>a</b>', '<p>&gt; a</p>', '<p>```</p>'].map(one),
  ...[
    '*',
    '* ',
    '*a',
    '**a ',
    '*a**b ',
    '_a ',
    '__',
    '- ',
    '- a\n',
    '-\n',
    '-\n*\n',
    '1. ',
    '> - ',
    '- > ',
  ].map(one),
  ...[
    '[',
    '[ ',
    '[a](',
    '[[a](',
    '[a](http://b) ',
    '[a]: b\n',
    '![a](',
    '\\*',
    '[`',
    '[*',
    '[@a ',
    '# ',
    '## a\n',
  ].map(one),
  [' ', '```', '!'],
  ['\t', '```', '!'],
  ['`', '```', '!'],
  ['a.', 'http://'],
  [')', 'http://a.b/'],
  ['ü.', 'http://'],
  ['語', 'http://a.b/'],
  ['a.', '//'],
  ['/', 'http:'],
  ['-', '@'],
  ['a', '<p><b>', '</b></p>'],
]

function one(unit: string): [string] {
  return [unit]
}

function textsOf(length: number): string[] {
  return SHAPES.map(([unit, start = '', end = '']) => {
    const middle = unit.repeat(Math.ceil(length / unit.length))
    return start + middle.slice(0, length - start.length - end.length) + end
  })
}

const render = (content: string, format?: 'rich' | 'plain') => {
  const parts = partsOf({ content, ...(format && { format }) }, new MarkupScope('https://forum.example'))
  return sanitizeMarkup(parts.map((part) => (typeof part === 'string' ? part : part.otherwise)).join(''))
}
const short = textsOf(COMMENT_LIMIT)
const plain = short.map(plainToHtml)
const long = textsOf(CONTENT_LIMITS.rich)
/** Posts in their stored form, as HTML. Each contains as much of a long text as a post may. */
const posts = long.map(longestPost)
const sent = [
  ...[
    '<p>',
    '<div>a</div>',
    '<b><i>',
    '<blockquote>',
    '<ul><li>a',
    '<b><p>a</b></p>',
    '<a title="a">',
    '<!--',
    '</p>',
  ],
  ...['&eacute;', '<', '&'],
].map((unit) => unit.repeat(Math.floor(UNCLEAN_TAG_LIMIT / (unit.split(/[<&]/).length - 1))))
const sentLong = ['a ', 'a\n', '<p>a</p>'].map((unit) => unit.repeat(TAG_LIMIT / 2))
const markdown = ['[', '|', '|\n', '*a', '**a ', '_a'].map((unit) =>
  unit.repeat(CONTENT_LIMITS.rich / unit.length),
)
const blocks = (first: number): Block[] =>
  Array.from({ length: 50 }, (_, n) => {
    const words = Array.from({ length: 1000 }, (_, i) => ((i * 7919) % (10_000 + first + n)).toString(36))
    return { kind: 'paragraph', key: `${first + n}`, text: words.join(' ') }
  })
const versions = posts.map((post) => ({ title: 'a', blocks: blocksOfPost(post, 'rich') }))
const other = {
  title: 'b',
  blocks: blocksOfPost(Array.from({ length: 9000 }, (_, n) => `<p>b${n}</p>`).join(''), 'rich'),
}
const essay = { title: 'b', blocks: blocksOfPost(`<p>${'b '.repeat(50_000)}</p>`, 'rich') }

const PARSERS: [name: string, parse: (text: string) => unknown, texts: readonly string[]][] = [
  ['control characters', manyLines, textsOf(HTML_LIMITS.rich)],
  ['a line', oneLine, long],
  ['a blank text', isBlank, long],
  ['a name', (text) => nameProblem(text, 'A title'), textsOf(TITLE_LIMIT)],
  ['lookalike letters', unhomoglyph, textsOf(TITLE_LIMIT)],
  ['a comment', (text) => render(text), short],
  ['a plain post', (text) => render(text, 'plain'), plain],
  ['a post', (text) => render(text, 'rich'), posts],
  ['mentions', (content) => findMentions({ content: `@a ${content}`, format: 'rich' }), posts],
  ['a preview', stripMarkup, long],
  ['hosts and public suffixes', (text) => findHosts(text, 'a.example').flatMap(listParentDomains), posts],
  ['a domain', parseDomain, textsOf(2000)],
  ['words of a post', htmlToText, posts],
  ['entities', unescapeHtml, posts],
  ['headings', withTableOfContents, posts],
  ['signs of Markdown', looksLikeMarkdown, [...long, ...markdown]],
  ['a search', limitSearchWords, textsOf(SEARCH_LIMIT)],
  ['plain text', plainToHtml, short],
  ['a sent post', sanitizeSubmitted, [...sent, ...sentLong]],
  ['a stored post', (content) => renderPostHtml({ content, format: 'rich' }), posts],
  ['blocks of a post', (content) => blocksOfPost(content, 'rich'), posts],
  ['blocks of a comment', blocksOfComment, short],
]

test.each(PARSERS)('the main thread parses %s in bounded time', (_, parse, texts) => {
  for (const text of texts)
    expect(
      fastest(() => parse(text)),
      JSON.stringify(text.slice(0, 40)),
    ).toBeLessThan(PARSE_MAX)
})

/** Limit for rendering a plain comment, in milliseconds. A quiet machine needs 0.006 ms. */
const PLAIN_MAX = 0.02

test('the main thread renders a plain comment in 20 µs', () => {
  const comment =
    'The study looked at twelve people, so it might not hold for others.\n\nThanks for posting it.'
  const times = 1000
  const spent = fastest(() => {
    for (let n = 0; n < times; n++) render(comment)
  }, times * PLAIN_MAX)
  expect(spent / times).toBeLessThan(PLAIN_MAX)
})

test('the main thread finds counterparts of paragraphs in bounded time', () => {
  const [before, after] = [blocks(0), blocks(5000)]
  expect(fastest(() => matchBlocks(before, after))).toBeLessThan(PARSE_MAX)
})

test('the main thread compares versions in bounded time', () => {
  for (const version of versions)
    for (const next of [other, essay])
      expect(
        fastest(() => changesBetween(version, next, createDiffBudget())),
        version.blocks[0]?.text.slice(0, 40),
      ).toBeLessThan(PARSE_MAX)
})

function longestPost(text: string): string {
  const escaped = (part: string) =>
    `<p>${part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`
  for (let length = text.length; length > 100; length *= 0.8) {
    const part = text.slice(0, length - 1) + text.at(-1)
    const post = toStoredText(/<[pb]>/.test(text) ? part : escaped(part), 'rich')
    if (post && post.content.length <= HTML_LIMITS.rich && post.content_text.length <= CONTENT_LIMITS.rich)
      return post.content
  }
  return text
}
