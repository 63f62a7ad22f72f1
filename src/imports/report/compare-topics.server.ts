import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { MarkupConverter } from '../markup-converter.ts'

/** Topics of which all texts are compared: random ones and the largest. */
const RANDOM = 1000
const LARGEST = 100
/** Texts that are in memory at once. */
const BATCH = 500
/** Differences and texts that the report shows. */
const MOST_DIFFERENCES = 1000
const SHOWN = 50

export interface TopicComparison {
  /** Number of topics whose comments were counted. */
  counted: number
  /** Number of texts whose author, time and words were compared. */
  texts: number
  /** Number of differences. */
  differences: number
  /** The first 1,000 differences, with the old ids of the topics. */
  different: { topic: string; difference: string }[]
  /** Texts before and after, to look at. */
  samples: { old_id: string; before: string; after: string }[]
}

/**
 * Compares the imported topics with the records: the number of comments in all, and every text of a sample. Texts that
 * were here before or have changed since are left out. Takes flat memory.
 */
export async function compareTopics(
  db: Kysely<DB>,
  source: string,
  markup: MarkupConverter,
): Promise<TopicComparison> {
  const result = await compareCounts(db, source)
  await sql`create index if not exists records_old_id on import_source.records (kind, old_id)`.execute(db)
  for (const topic of await readSample(db, source)) {
    compareTexts(result, await readTexts(db, source, 'post', topic), markup)
    for (let last: ComparedText | undefined; ; ) {
      const texts = await readTexts(db, source, 'comment', topic, last)
      compareTexts(result, texts, markup)
      last = texts.at(-1)
      if (texts.length < BATCH) break
    }
  }
  return result
}

function compareTexts(
  result: TopicComparison,
  texts: readonly ComparedText[],
  markup: MarkupConverter,
): void {
  const [first] = texts
  if (first && result.samples.length < SHOWN)
    result.samples.push({ old_id: first.old_id, before: first.before, after: first.after })
  for (const text of texts) {
    result.texts++
    const difference = differenceOf(text, markup)
    if (!difference) continue
    result.differences++
    if (result.different.length < MOST_DIFFERENCES)
      result.different.push({ topic: text.topic, difference: `text ${text.old_id} differs in ${difference}` })
  }
}

async function compareCounts(db: Kysely<DB>, source: string): Promise<TopicComparison> {
  const { rows } = await sql<{
    topic: string
    expected: number
    found: number
    counted: number
    differing: number
  }>`
    with expected as (
      select r.record ->> 'post' as topic, count(*)::integer as comments
      from import_source.records r join imported i on i.source = ${source} and i.kind = 'comment' and i.old_id = r.old_id
      where r.kind = 'comment' and i.id is not null group by 1),
    found as (
      select p.old_id as topic, count(*)::integer as comments
      from imported p join comments c on c.post_id = p.id
      join imported i on i.id = c.id and i.kind = 'comment' and i.source = ${source}
      where p.source = ${source} and p.kind = 'post' group by 1),
    compared as (
      select coalesce(e.topic, f.topic) as topic, coalesce(e.comments, 0) as expected, coalesce(f.comments, 0) as found
      from expected e full join found f on f.topic = e.topic)
    select totals.*, c.* from (
      select count(*)::integer as counted, count(*) filter (where expected <> found)::integer as differing from compared) as totals
    left join compared c on c.expected <> c.found order by c.topic limit ${MOST_DIFFERENCES}`.execute(db)
  return {
    ...{ counted: rows[0]?.counted ?? 0, texts: 0, samples: [], differences: rows[0]?.differing ?? 0 },
    different: rows
      .filter(({ topic }) => topic !== null)
      .map(({ topic, expected, found }) => ({
        topic,
        difference: `${expected} comments in the dump, ${found} here`,
      })),
  }
}

/** Returns the ids of at most 1,100 topics. The hash of the old id chooses the same random topics in each run. */
async function readSample(db: Kysely<DB>, source: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from imported where source = ${source} and kind = 'post' and id is not null and not is_old
     order by md5(old_id) limit ${RANDOM})
    union
    (select i.id from imported i join posts p on p.id = i.id
     where i.source = ${source} and i.kind = 'post' and not i.is_old
     order by p.comment_count desc, i.old_id limit ${LARGEST})`.execute(db)
  return rows.map(({ id }) => id)
}

interface ComparedText {
  id: string
  created_at: string
  topic: string
  old_id: string
  /** Empty for comments. */
  title: string
  before: string
  after: string
  has_author: boolean
  has_time: boolean
}

/** Reads the post of a topic, or its comments after `last`, as they were in the dump and as they are here. */
async function readTexts(
  db: Kysely<DB>,
  source: string,
  kind: 'post' | 'comment',
  topic: string,
  last?: ComparedText,
): Promise<ComparedText[]> {
  const content = kind === 'post' ? sql`t.title || E'\n' || t.content` : sql`t.content`
  const { rows } = await sql<ComparedText>`
    select t.id, t.created_at::text as created_at, topic.old_id as topic, i.old_id, ${content} as after,
      case i.kind when 'post' then r.record ->> 'title' else '' end as title, r.record ->> 'markup' as before,
      m.id is not distinct from t.author_id as has_author,
      abs(extract(epoch from (r.record ->> 'created_at')::timestamptz - t.created_at)) < 0.001 as has_time
    from ${sql.table(`${kind}s`)} t
    join imported i on i.id = t.id and i.kind = ${kind} and i.source = ${source} and not i.is_old
    join imported topic on topic.id = ${topic} and topic.kind = 'post' and topic.source = ${source}
    join import_source.records r on r.kind = i.kind and r.old_id = i.old_id
    left join imported m on m.source = ${source} and m.kind = 'member' and m.old_id = r.record ->> 'author'
    where ${sql.ref(kind === 'post' ? 't.id' : 't.post_id')} = ${topic}
      and (t.created_at, t.id) > (${last?.created_at ?? '-infinity'}::timestamptz, ${last?.id ?? NO_ID}::uuid)
      and t.removed_at is null and t.deleted_at is null and (t.edited_at is null or t.edited_at < i.created_at)
    order by t.created_at, t.id limit ${BATCH}`.execute(db)
  return rows
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

function differenceOf(text: ComparedText, markup: MarkupConverter): string | undefined {
  const { title, before, after, has_author, has_time } = text
  if (!has_author) return 'its author'
  if (!has_time) return 'its time'
  return containsWords(after, `${title} ${markup.wordsOf(before)}`) ? undefined : 'its words'
}

/** Whether the letters and digits of `words` are in `text` in the same order. Other letters may be between them. */
export function containsWords(text: string, words: string): boolean {
  const [given, wanted] = [lettersOf(text), lettersOf(words)]
  let at = 0
  for (let letter = 0; letter < wanted.length; letter++) {
    at = given.indexOf(wanted[letter] as string, at) + 1
    if (at === 0) return false
  }
  return true
}

const lettersOf = (text: string) =>
  text
    .replace(/<\/?(?:p|br|b|i|em|strong|ul|ol|li|blockquote)(?: \/)?>/g, ' ')
    .replace(/&(?:amp|lt|gt);/g, ' ')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
