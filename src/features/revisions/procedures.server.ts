import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/response-cache.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { toAuthor } from '../authors/sql.server.ts'
import { blocksOfComment, blocksOfPost } from './blocks.server.ts'
import { revisions as contract, type Revision } from './contract.ts'
import { type Budget, budget, changesBetween } from './diff.server.ts'
import { listCommentRevisions, listPostRevisions, type RevisionRow, type Version } from './sql.server.ts'

const { visitor } = guards(contract)

export const revisions = {
  post: visitor.post.handler(async ({ context, input, errors }) => {
    if (!isUuid(input.id)) throw errors.NOT_FOUND()
    tag(`post:${input.id}`)
    const found = await listPostRevisions(context.db, input.id, input.cursor)
    if (!found) throw errors.NOT_FOUND()
    return { ...found, items: shown(found.items) }
  }),

  comment: visitor.comment.handler(async ({ context, input, errors }) => {
    if (!isUuid(input.id)) throw errors.NOT_FOUND()
    const found = await listCommentRevisions(context.db, input.id, input.cursor)
    if (!found) throw errors.NOT_FOUND()
    tag(`comments:${found.post_id}`, `post:${found.post_id}`)
    return { ...found, items: shown(found.items) }
  }),
}

function shown(rows: RevisionRow[]): Revision[] {
  const time = budget()
  return rows.map((row) => {
    const { id, number, title, content, created_at, next_title, next_content, next_format } = row
    const next: Version = { title: next_title, content: next_content, format: next_format }
    const edited_by = toAuthor(row)
    if (edited_by) tag(`profile:${edited_by.id}`)
    const changes = changesOf(row, next, time)
    return { id, number, title, content, edited_by, created_at, is_redacted: changes === null, changes }
  })
}

/** Null where one of them has no words any more. */
function changesOf(before: Version, after: Version, time: Budget): Revision['changes'] {
  if (before.content === null || after.content === null) return null
  return changesBetween(readable(before), readable(after), time)
}

function readable({ title, content, format }: Version) {
  const words = content ?? ''
  return { title: title ?? '', blocks: format ? blocksOfPost(words, format) : blocksOfComment(words) }
}
