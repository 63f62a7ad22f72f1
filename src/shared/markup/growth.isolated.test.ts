import { expect, it, vi } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { plainToHtml } from '../../content/posts/text.ts'
import { sanitizePost } from '../../content/posts/write/sanitize.server.ts'
import { GROWTH_MAX, type MarkupSource, ROOM_MIN, renderMarkup } from './markup.server.ts'
import type { MarkupReference } from './scope.server.ts'

/** Pretends that every linked post or member exists and has the longest possible name. */
vi.mock('./link-targets.server.ts', async (original) => ({
  ...(await original<object>()),
  findLinkTargets: async (_: unknown, references: MarkupReference[]) =>
    new Map(
      references.map(({ kind, key }) => [`${kind}:${key}`, { label: '"'.repeat(200), path: `/${key}` }]),
    ),
}))

const ORIGIN = 'http://a.b'
const ID = '01993a5e-7c11-7000-8000-0123456789ab'
/** Pieces of text that become longer as HTML through escaping, tags, percent-encoding or inserted names. */
const PIECES = [
  ...['\n', '\n\n', '> ', '>', '> > > ', '>\n', '```\n', '```', '`', '``', ' ', 'a', '\t'],
  ...[
    '*',
    '**a',
    '_a_',
    '- ',
    '-\n',
    '*\n',
    '+\n',
    '1.\n',
    '1. ',
    '[a](',
    '[a](http://b)',
    '## ',
    '<p># a</p>',
    '\\',
  ],
  ...['&', '"', '<', "'", 'é', '☃', '😀', '(', ')', '.', '@', '/', '#', '?', '%'],
  ...['http://a.b', 'http://c.d', 'https://e.f/', 'http://ü.ü/', '//', '@ab', '@abcdefgh ', '/profile/a'],
  ...[`/post/${ID}`, `/notes/${ID}`, `#comment-${ID}`, `#note-${ID}`, '<p>', '</p>', '<br />', '<b>', '</b>'],
  ...['<blockquote>', '</blockquote>', '<li>', '<ul>', '</ul>', '&gt; ', '<p>&gt; a</p>', '<p>```</p>'],
]
const LENGTH = 1200

it('makes of no text more than twelve times its bytes', { tags: 'all', timeout: 300_000 }, async () => {
  let worst = { growth: 0, text: '' }
  const look = async (pieces: readonly string[]) => {
    const text = pieces.join('').repeat(Math.ceil(LENGTH / Math.max(1, pieces.join('').length)))
    const growth = Math.max(...(await Promise.all([text, pieces.join('')].map(growthOf))))
    if (growth > worst.growth) worst = { growth, text: pieces.join('') }
    expect(growth, JSON.stringify(pieces)).toBeLessThanOrEqual(GROWTH_MAX)
  }
  for (const one of PIECES) for (const other of PIECES) await look([one, other])
  const some = fc.array(fc.constantFrom(...PIECES), { minLength: 3, maxLength: 7 })
  await fc.assert(fc.asyncProperty(some, look), { numRuns: 3000 })
  // Proves that the random texts include some that grow much.
  expect(worst.growth).toBeGreaterThan(6)
})

it('still calls what a short text links by its whole name', async () => {
  const [html = ''] = await render([{ content: `/post/${ID}` }])
  expect(html).toContain(`>${'&quot;'.repeat(200)}</a>`)
})

/** Returns the largest ratio of HTML bytes to text bytes: as comment, plain-text post and HTML post. */
async function growthOf(text: string): Promise<number> {
  const sources: MarkupSource[] = [
    { content: text },
    { content: sanitizePost(plainToHtml(text)), format: 'plain' },
    { content: sanitizePost(text), format: 'rich' },
  ]
  const shown = await render(sources)
  return Math.max(
    ...sources.map(
      ({ content }, index) =>
        Buffer.byteLength(shown[index] as string) /
        Math.max(Buffer.byteLength(content), ROOM_MIN / GROWTH_MAX),
    ),
  )
}

function render(sources: MarkupSource[]): Promise<string[]> {
  return renderMarkup({ db: undefined as never, config: { PUBLIC_URL: ORIGIN } as never }, sources)
}
