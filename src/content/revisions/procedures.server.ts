import { invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { findRuleLabel } from '../../moderation/record-action.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { fitPage } from '../../platform/keyset.server.ts'
import { isBlank } from '../../platform/text.ts'
import { isUuid } from '../../platform/uuid.ts'
import { toAuthor } from '../../shared/authors/sql.server.ts'
import { blocksOfComment, blocksOfPost } from './blocks.server.ts'
import {
  revisionsContract as contract,
  type Revision,
  revisionRedactionsContract as redactions,
} from './contract.ts'
import { changesBetween, createDiffBudget, type DiffBudget } from './diff.server.ts'
import {
  listCommentRevisions,
  listPostRevisions,
  type RevisionRow,
  redactRevision,
  revisionCursor,
  type Version,
} from './sql.server.ts'

type FoundRevisions = NonNullable<Awaited<ReturnType<typeof listPostRevisions>>>

const { visitor } = guards(contract)

export const revisionsProcedures = {
  post: visitor.post.handler(async ({ context, input, errors }) => {
    if (!isUuid(input.id)) throw errors.NOT_FOUND()
    tag(`post:${input.id}`)
    const found = await listPostRevisions(context.db, input.id, input.cursor)
    if (!found) throw errors.NOT_FOUND()
    return toPage(found)
  }),

  comment: visitor.comment.handler(async ({ context, input, errors }) => {
    if (!isUuid(input.id)) throw errors.NOT_FOUND()
    const found = await listCommentRevisions(context.db, input.id, input.cursor)
    if (!found) throw errors.NOT_FOUND()
    tag(`comments:${found.post_id}`, `post:${found.post_id}`)
    return toPage(found)
  }),
}

const { staff } = guards(redactions)

export const revisionRedactionsProcedures = {
  redact: staff.redact.handler(async ({ context, input, errors }) => {
    const rule = await findRuleLabel(context.db, input.rule)
    if (!rule && isBlank(input.reason)) throw errors.BAD_REQUEST({ data: { field: 'reason' } })
    const outcome = await redactRevision(context.db, context.viewer, { ...input, rule })
    if (outcome === 'gone') throw errors.NOT_FOUND()
    if (outcome === 'refused') throw errors.FORBIDDEN()
    if (outcome === 'done') throw errors.CONFLICT()
    invalidate(context, 'moderation-log', `post:${outcome.post_id}`, `comments:${outcome.post_id}`)
    return { action_id: outcome.action_id }
  }),
}

function toPage(found: FoundRevisions) {
  return { ...found, ...fitPage({ items: shown(found.items), next: found.next }, revisionCursor) }
}

function shown(rows: RevisionRow[]): Revision[] {
  const time = createDiffBudget()
  return rows.map((row) => {
    const { id, number, title, content, created_at, redaction, next_title, next_content, next_format } = row
    const edited_by = toAuthor(row)
    if (edited_by) tag(`profile:${edited_by.id}`)
    const changes = changesOf(row, { title: next_title, content: next_content, format: next_format }, time)
    const is_redacted = changes === null
    return { id, number, title, content, edited_by, created_at, redaction, is_redacted, changes }
  })
}

/** Returns the differences between two versions, or null if one of them is redacted. */
function changesOf(before: Version, after: Version, time: DiffBudget): Revision['changes'] {
  if (before.content === null || after.content === null) return null
  return changesBetween(readable(before), readable(after), time)
}

function readable({ title, content, format }: Version) {
  const words = content ?? ''
  return { title: title ?? '', blocks: format ? blocksOfPost(words, format) : blocksOfComment(words) }
}
