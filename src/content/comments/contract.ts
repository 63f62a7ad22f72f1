import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { byToken } from '../../core/token-scope.ts'
import { ROLES } from '../../core/viewer.ts'
import { pendingSchema, submissionFacts } from '../../moderation/approval/submission-schema.ts'
import { stubSchema } from '../../moderation/removal/removal-schema.ts'
import { BROKEN_CURSOR, CURSOR_ERRORS, cursorSchema } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { readCommentCursor } from './cursor.ts'
import { COMMENT_EMPTY, COMMENT_LIMIT, COMMENT_SORTS } from './policy.ts'

export const commentSchema = z.object({
  id: z.uuid(),
  post_id: z.uuid(),
  parent_id: z.uuid().nullable().meta({ description: 'null: top-level. Replies go one level deep.' }),
  content: z
    .string()
    .meta({ description: 'Markdown as typed; empty for a deleted comment that has replies.' }),
  content_html: contentHtml,
  author: authorSchema
    .nullable()
    .meta({ description: 'null: the comment or the author’s account was deleted.' }),
  author_roles: z.array(z.enum(ROLES)),
  answered: z
    .object({
      id: z.uuid(),
      author: authorSchema.pick({ id: true, username: true, full_name: true }).nullable(),
    })
    .nullable()
    .meta({
      description: 'The reply in the same thread being answered; null: the top-level comment.',
    }),
  votes_score: z.int(),
  is_deleted: z.boolean().meta({ description: 'true: a placeholder for a deleted or removed comment.' }),
  removal: stubSchema.optional(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})

const content = z
  .string()
  .overwrite(manyLines)
  .max(COMMENT_LIMIT, `A comment can have at most ${COMMENT_LIMIT} characters.`)
const BAD_REQUEST = { BAD_REQUEST: { message: COMMENT_EMPTY, data: z.object({ field: z.string() }) } }
const NO_POST = { NOT_FOUND: { message: 'The post could not be found.' } }
const NO_COMMENT = { NOT_FOUND: { message: 'The comment could not be found.' } }

/** Allows a lively exchange, one comment every ten seconds, but no flood of notifications. */
const COMMENT_RATE_LIMIT: RateLimit = {
  name: 'comments',
  act: 'posting',
  account: { times: 30, seconds: 300 },
  address: { times: 150, seconds: 300 },
}
/** More than for new comments, because authors often fix several typos after sending. */
const COMMENT_EDIT_RATE_LIMIT: RateLimit = {
  name: 'comment edits',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

export const commentsContract = oc.tag('Comments').router({
  list: oc
    .route({
      method: 'GET',
      path: '/posts/{id}/comments',
      summary: 'List comments, each followed by its replies, oldest first',
    })
    .input(
      z
        .object({
          id: z.uuid(),
          sort: z.enum(COMMENT_SORTS).optional().meta({
            description: 'Order of top-level comments: oldest (default), newest or best',
          }),
          cursor: cursorSchema(readCommentCursor),
        })
        .refine(({ sort = 'oldest', cursor }) => !cursor || cursor.sort === sort, BROKEN_CURSOR),
    )
    .errors({ ...NO_POST, ...CURSOR_ERRORS })
    .output(z.object({ items: z.array(commentSchema), next: z.string().nullable() })),
  pageOf: oc
    .route({
      method: 'GET',
      path: '/posts/{id}/comments/{comment_id}/page',
      summary: 'Find the page of comments that contains a comment',
    })
    .input(z.object({ id: z.uuid(), comment_id: z.uuid(), sort: z.enum(COMMENT_SORTS).optional() }))
    .errors(NO_COMMENT)
    .output(
      z.object({
        start: z.string().nullable().meta({ description: 'Cursor of that page; null: the first page' }),
        moved_to: z.object({ id: z.uuid(), title: z.string() }).optional().meta({
          description:
            'The post to which a moderator moved the comment. If its `id` is that of the comment, it became the post.',
        }),
      }),
    ),
  create: rateLimited(COMMENT_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/posts/{id}/comments',
      successStatus: 201,
      summary: 'Post a comment or reply',
    })
    .input(
      z.object({
        id: z.uuid().meta({ description: 'ID of the post' }),
        comment_id: senderIdSchema,
        content,
        parent_id: z.uuid().nullish(),
        answered_id: z.uuid().nullish().meta({
          description: 'The reply below `parent_id` being answered. Ignored if it was deleted.',
        }),
        ...submissionFacts,
      }),
    )
    .errors({
      ...NO_POST,
      ...BAD_REQUEST,
      CONFLICT: { message: 'This comment already exists with a different text.' },
    })
    .output(commentSchema.extend({ pending: pendingSchema })),
  update: rateLimited(COMMENT_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PATCH', path: '/comments/{id}', summary: 'Edit my comment' })
    .input(z.object({ id: z.uuid(), content }))
    .errors({
      ...NO_COMMENT,
      ...BAD_REQUEST,
      FORBIDDEN: { message: 'Only the author can edit a comment.' },
      CONFLICT: { message: 'A moderator removed this comment. It can’t be edited.' },
    })
    .output(commentSchema),
  remove: rateLimited(COMMENT_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'DELETE',
      path: '/comments/{id}',
      summary: 'Delete my comment; if it has replies, a placeholder stays',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ ...NO_COMMENT, FORBIDDEN: { message: 'Only the author can delete a comment.' } })
    .output(z.object({ id: z.uuid() })),
})

export type Comment = z.infer<typeof commentSchema>
