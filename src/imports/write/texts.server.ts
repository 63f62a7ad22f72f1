import { escapeText, htmlToText } from '../../shared/markup/html.ts'
import { cutText } from '../cut-text.ts'
import type { FindPicture } from '../files/picture-links.ts'
import { pictureOldId } from '../files/picture-records.server.ts'
import { importedId } from '../imported-id.ts'
import type { MarkupConverter } from '../markup-converter.ts'
import type { Outcome, Sourced } from '../records.ts'
import { findImported, type ImportWrite, insertJson, type Writer } from './batch.server.ts'

/** Maximum concepts of a post (CONCEPT_LIMIT). */
const CONCEPTS = 12

/** Maximum characters of a title (TITLE_LIMIT). */
const TITLE = 200

export function writePosts(markup: MarkupConverter): Writer<'post'> {
  return async (write, records) => {
    const { authorOf, findPicture } = await findAuthored(write, records, markup)
    const concepts = await findImported(
      write,
      'concept',
      records.flatMap((record) => record.concepts),
    )
    const labels: object[] = []
    const rows = records.map((record) => {
      const id = importedId(write.source, 'post', record.old_id, record.created_at)
      const content = titleAbove(record.title) + markup.toPost(record.markup, findPicture(record))
      const found = record.concepts
        .map((concept) => concepts.get(concept))
        .filter((each) => each !== undefined)
      for (const [position, concept_id] of [...new Set(found)].slice(0, CONCEPTS).entries())
        labels.push({ post_id: id, concept_id, position })
      return {
        ...{ id, content, content_text: htmlToText(content), format: record.format ?? 'rich' },
        ...{ title: cutText(record.title, TITLE) ?? 'Untitled', author_id: authorOf(record) },
        ...{ created_at: record.created_at, edited_at: record.edited_at },
        updated_at: record.edited_at ?? record.created_at,
        ...{ view_count: record.views, is_pinned: record.is_pinned, votes_score: 0, comment_count: 0 },
        locked_at: record.is_locked ? record.created_at : null,
      }
    })
    await insertJson(write.trx, 'posts', rows)
    await insertJson(write.trx, 'post_concepts', labels, { areNew: true })
    return outcomes(records, rows)
  }
}

/** Returns the paragraph above a text whose title is too long for a title here. */
function titleAbove(title: string): string {
  const whole = cutText(title, Number.POSITIVE_INFINITY)
  return whole && whole !== cutText(title, TITLE) ? `<p>${escapeText(whole)}</p>\n` : ''
}

export function writeComments(markup: MarkupConverter): Writer<'comment'> {
  return async (write, records) => {
    const { authorOf, findPicture } = await findAuthored(write, records, markup)
    const posts = await findImported(
      write,
      'post',
      records.map(({ post }) => post),
    )
    const threads = await findThreads(write, records)
    const rows: CommentRow[] = []
    const kept: Sourced<'comment'>[] = []
    const missing: Outcome[] = []
    for (const record of records) {
      const post_id = posts.get(record.post)
      if (!post_id) {
        missing.push({ old_id: record.old_id, problem: 'its post was not imported' })
        continue
      }
      const id = importedId(write.source, 'comment', record.old_id, record.created_at)
      const answered = record.answered === null ? undefined : threads.get(record.answered)
      const isReply = answered?.post_id === post_id
      const parent_id = isReply ? (answered.parent_id ?? answered.id) : null
      threads.set(record.old_id, { id, parent_id, post_id })
      kept.push(record)
      rows.push({
        ...{ id, post_id, parent_id, answered_id: isReply && answered.parent_id ? answered.id : null },
        ...{
          author_id: authorOf(record),
          content: markup.toText(record.markup, findPicture(record)),
        },
        ...{ created_at: record.created_at, edited_at: record.edited_at, votes_score: 0 },
        updated_at: record.edited_at ?? record.created_at,
      })
    }
    // Replies need their comments, so those come first.
    await insertJson(
      write.trx,
      'comments',
      rows.filter(({ parent_id }) => !parent_id),
    )
    for (const reply of answersInOrder(rows)) await insertJson(write.trx, 'comments', reply)
    return [...outcomes(kept, rows), ...missing]
  }
}

type AuthoredText = Pick<Sourced<'comment'>, 'author' | 'markup'>

/** Finds the authors and pictures of texts. */
async function findAuthored(write: ImportWrite, texts: readonly AuthoredText[], markup: MarkupConverter) {
  const authors = texts.map(({ author }) => author)
  const members = await findImported(write, 'member', authors)
  const uploads = texts.flatMap(({ author, markup: text }) =>
    markup.uploadsIn(text).map((path) => pictureOldId(author, path)),
  )
  const pictures = await findImported(write, 'picture', uploads)
  return {
    authorOf: ({ author }: AuthoredText) => (author !== null && members.get(author)) || null,
    findPicture:
      ({ author }: AuthoredText): FindPicture =>
      (path) =>
        pictures.get(pictureOldId(author, path)),
  }
}

interface Thread {
  id: string
  parent_id: string | null
  post_id: string
}

interface CommentRow extends Thread {
  answered_id: string | null
  author_id: string | null
  content: string
  votes_score: 0
  created_at: string
  updated_at: string
  edited_at: string | null
}

/** Groups replies so that each one comes after the reply that it answers. */
function answersInOrder(rows: readonly CommentRow[]): CommentRow[][] {
  const groups: CommentRow[][] = []
  const groupOf = new Map<string, number>()
  for (const row of rows.filter(({ parent_id }) => parent_id)) {
    const after = groupOf.get(row.answered_id ?? '')
    const group = after === undefined ? 0 : after + 1
    groupOf.set(row.id, group)
    groups[group] = [...(groups[group] ?? []), row]
  }
  return groups
}

async function findThreads(
  write: ImportWrite,
  records: readonly Sourced<'comment'>[],
): Promise<Map<string, Thread>> {
  const found = await findImported(
    write,
    'comment',
    records.map(({ answered }) => answered),
  )
  if (found.size === 0) return new Map()
  const rows = await write.trx
    .selectFrom('comments')
    .select(['id', 'parent_id', 'post_id'])
    .where('id', 'in', [...found.values()])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    [...found].flatMap(([old_id, id]) => (byId.has(id) ? [[old_id, byId.get(id) as Thread]] : [])),
  )
}

function outcomes(
  records: readonly { old_id: string; markup: string }[],
  rows: readonly { id: string; content: string }[],
): Outcome[] {
  return rows.map(({ id, content }, at) => {
    const { old_id = '', markup = '' } = records[at] ?? {}
    return { old_id, id, ...(content !== markup.trim() && { original: markup }) }
  })
}
