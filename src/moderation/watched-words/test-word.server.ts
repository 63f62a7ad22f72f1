import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { foldText } from '../../platform/phrases/fold.ts'
import { PhraseMatcher } from '../../platform/phrases/phrase-matcher.ts'
import type { SubmittedKind } from '../approval/policy.ts'
import type { WordTest } from './contract.ts'
import { SHOWN_MATCHES, TEST_TIME_MS, TESTED_TEXTS } from './policy.ts'

/** Texts that are read at once. 100 posts have up to 4 MB. */
const BATCH = 100
/** Characters of an excerpt before and after the match. */
const AROUND = 60

/** Searches the newest public texts for a word, for at most three seconds. */
export async function testWord(db: Kysely<DB>, word: { word: string }): Promise<WordTest> {
  const matcher = new PhraseMatcher([word])
  const end = performance.now() + TEST_TIME_MS
  const test: WordTest = { tested: 0, is_complete: true, matching: 0, items: [] }
  const newest = await listNewest(db)
  for (let start = 0; start < newest.length; start += BATCH) {
    if (performance.now() > end) return { ...test, is_complete: false }
    const texts = await readTexts(db, newest.slice(start, start + BATCH))
    for (const { text, ...item } of texts) {
      const excerpt = excerptOf(matcher, text)
      if (excerpt === undefined) continue
      test.matching++
      if (test.items.length < SHOWN_MATCHES) test.items.push({ ...item, excerpt })
    }
    test.tested += texts.length
  }
  return test
}

function excerptOf(matcher: PhraseMatcher<{ word: string }>, text: string): string | undefined {
  const folded = foldText(text)
  let excerpt: string | undefined
  matcher.visit(folded, ({ start, end }) => {
    const from = Math.max(0, (folded.starts[start] as number) - AROUND)
    const to = (folded.ends[end - 1] as number) + AROUND
    const cut = text.slice(from, to).toWellFormed().replace(/\s+/g, ' ').trim()
    excerpt = `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`
    return true
  })
  return excerpt
}

interface FoundText {
  kind: SubmittedKind
  id: string
}

/** Ids sort by time, so this reads the ends of three indexes. */
async function listNewest(db: Kysely<DB>): Promise<FoundText[]> {
  const { rows } = await sql<FoundText>`
    (select 'post' as kind, id from posts where deleted_at is null and removed_at is null
      order by id desc limit ${TESTED_TEXTS})
    union all
    (select 'comment', id from comments where deleted_at is null and removed_at is null
      order by id desc limit ${TESTED_TEXTS})
    union all
    (select 'note', id from notes where deleted_at is null and removed_at is null
      order by id desc limit ${TESTED_TEXTS})
    order by id desc limit ${TESTED_TEXTS}`.execute(db)
  return rows
}

type ReadText = WordTest['items'][number] & { text: string }

async function readTexts(db: Kysely<DB>, found: readonly FoundText[]): Promise<ReadText[]> {
  const of = (kind: SubmittedKind) => found.filter((one) => one.kind === kind).map(({ id }) => id)
  const { rows } = await sql<ReadText>`
    select 'post' as kind, id, null::uuid as post_id, created_at, title || E'\n' || content_text as text
      from posts where id = any(${of('post')}::uuid[])
    union all
    select 'comment', c.id, c.post_id, c.created_at, c.content from comments c join posts p on p.id = c.post_id
      where c.id = any(${of('comment')}::uuid[]) and p.deleted_at is null and p.removed_at is null
    union all
    select 'note', id, null, created_at, content from notes where id = any(${of('note')}::uuid[])
    order by id desc`.execute(db)
  return rows
}
