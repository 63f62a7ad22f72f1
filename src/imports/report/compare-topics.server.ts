import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { MarkupConverter } from '../markup-converter.ts'

/** Topics whose texts are compared: random ones and the largest. */
const RANDOM = 1000
const LARGEST = 100
const SHOWN = 50

export interface TopicComparison {
  /** Number of topics whose comments were counted. */
  counted: number
  /** Number of texts whose author, time and words were compared. */
  texts: number
  /** Old ids of topics that differ, with the difference. */
  different: { topic: string; difference: string }[]
  /** Texts before and after, to look at. */
  samples: { old_id: string; before: string; after: string }[]
}

/** Compares the imported topics with the records: number of comments in all, and the texts of a sample. */
export async function compareTopics(
  db: Kysely<DB>,
  source: string,
  markup: MarkupConverter,
): Promise<TopicComparison> {
  const counts = await compareCounts(db, source)
  const texts = await readSample(db, source)
  const different = [...counts.different]
  for (const text of texts) {
    const difference = differenceOf(text, markup)
    if (difference)
      different.push({ topic: text.topic, difference: `text ${text.old_id} differs in ${difference}` })
  }
  const samples = texts.slice(0, SHOWN).map(({ old_id, before, after }) => ({ old_id, before, after }))
  return { counted: counts.counted, texts: texts.length, different, samples }
}

async function compareCounts(db: Kysely<DB>, source: string) {
  const { rows } = await sql<{ topic: string; expected: number; found: number }>`
    with expected as (
      select r.record ->> 'post' as topic, count(*)::integer as comments
      from import_source.records r join imported i on i.source = ${source} and i.kind = 'comment' and i.old_id = r.old_id
      where r.kind = 'comment' and i.id is not null group by 1),
    found as (
      select p.old_id as topic, count(*)::integer as comments
      from imported p join comments c on c.post_id = p.id
      join imported i on i.id = c.id and i.kind = 'comment' and i.source = ${source}
      where p.source = ${source} and p.kind = 'post' group by 1)
    select coalesce(e.topic, f.topic) as topic, coalesce(e.comments, 0) as expected, coalesce(f.comments, 0) as found
    from expected e full join found f on f.topic = e.topic`.execute(db)
  const different = rows
    .filter(({ expected, found }) => expected !== found)
    .map(({ topic, expected, found }) => ({
      topic,
      difference: `${expected} comments in the dump, ${found} here`,
    }))
  return { counted: rows.length, different }
}

interface ComparedText {
  topic: string
  old_id: string
  /** Empty for comments. */
  title: string
  before: string
  after: string
  has_author: boolean
  has_time: boolean
}

/** Reads the texts of a sample of topics, as they were in the dump and as they are here. */
async function readSample(db: Kysely<DB>, source: string): Promise<ComparedText[]> {
  const { rows } = await sql<ComparedText>`
    with sample as (
      (select old_id, id from imported where source = ${source} and kind = 'post' and id is not null
       order by md5(old_id) limit ${RANDOM})
      union
      (select i.old_id, i.id from imported i join posts p on p.id = i.id
       where i.source = ${source} and i.kind = 'post' order by p.comment_count desc, i.old_id limit ${LARGEST})),
    texts as (
      select s.old_id as topic, 'post' as kind, s.old_id, p.title || E'\n' || p.content as after, p.author_id, p.created_at
      from sample s join posts p on p.id = s.id
      union all
      select s.old_id, 'comment', i.old_id, c.content, c.author_id, c.created_at
      from sample s join comments c on c.post_id = s.id
      join imported i on i.id = c.id and i.kind = 'comment' and i.source = ${source})
    select t.topic, t.old_id, t.after,
      case t.kind when 'post' then r.record ->> 'title' else '' end as title, r.record ->> 'markup' as before,
      m.id is not distinct from t.author_id as has_author,
      abs(extract(epoch from (r.record ->> 'created_at')::timestamptz - t.created_at)) < 0.001 as has_time
    from texts t
    join import_source.records r on r.kind = t.kind and r.old_id = t.old_id
    left join imported m on m.source = ${source} and m.kind = 'member' and m.old_id = r.record ->> 'author'
    order by md5(t.old_id) limit 100000`.execute(db)
  return rows
}

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
