import { oc } from '@orpc/contract'
import * as z from 'zod'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { byToken } from '../../core/token-scope.ts'
import { pendingSchema, submissionFacts } from '../../moderation/approval/submission-schema.ts'
import { removalSchema } from '../../moderation/removal/removal-schema.ts'
import { BROKEN_CURSOR, CURSOR_ERRORS, cursorSchema } from '../../platform/keyset-schema.ts'
import { readableName } from '../../platform/readable-name.ts'
import { manyLines, oneLine } from '../../platform/text.ts'
import { isCursorOf, readPostCursor } from './list/cursor.ts'
import {
  CONTENT_LIMITS,
  contentTooLong,
  FILTER_LIMIT,
  HTML_LIMITS,
  LIST_SIZE,
  POST_CONCEPTS_MAX,
  POST_EDIT_RATE_LIMIT,
  POST_INCOMPLETE,
  POST_RATE_LIMIT,
  SEARCH_LIMIT,
  SEARCH_WORDS,
  SORTS,
  sortOf,
  TIMES,
  TITLE_LIMIT,
  VIEW_RATE_LIMIT,
} from './policy.ts'
import { neighbourSchema, postSchema, postSummarySchema, relatedSchema } from './post-schemas.ts'
import { OPERATORS_HELP } from './search/operators.ts'

/** Replaces the null character, which PostgreSQL's text type does not accept. */
const withoutNull = (text: string) => text.replaceAll('\0', ' ').trim()

/** Accepts an array of ids, or a comma-separated string as in URLs. */
const idList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(',').filter(Boolean))])
  .pipe(z.array(z.uuid()).max(FILTER_LIMIT))

export const postFilters = {
  concepts: idList
    .optional()
    .meta({ description: 'Posts in any of these concepts; separate IDs with commas.' }),
  time: z
    .enum(TIMES)
    .default('all')
    .meta({ description: 'Published in the last 24 hours, 7, 30 or 365 days.' }),
}

const listInput = z
  .object({
    search: z
      .string()
      .max(SEARCH_LIMIT)
      .transform(withoutNull)
      .optional()
      .meta({
        description:
          'Supports words, "phrases", -exclusions and or. Searches the title, content, author and concepts. The last ' +
          'word also matches as a prefix, ranked below exact matches. ' +
          `Only the first ${SEARCH_WORDS} words are used. ${OPERATORS_HELP}`,
      }),
    ...postFilters,
    author: z.string().max(30).transform(withoutNull).optional().meta({ description: 'Username' }),
    sort: z
      .enum(SORTS)
      .optional()
      .meta({
        description:
          'Default: relevance for a search, otherwise newest. `active`: by newest comment; posts without comments by their ' +
          'own time. If a search finds more than 200 posts (1,000 when ' +
          'sorted by anything but relevance and newest), each batch of that size is sorted separately, newest batch first.',
      }),
    pinned: z.enum(['first']).optional().meta({
      description: 'Only for sort=newest without search: pinned posts first. Must be the same for all pages.',
    }),
    cursor: cursorSchema(readPostCursor),
    limit: z.coerce.number().int().min(1).max(LIST_SIZE).default(LIST_SIZE),
  })
  .refine(({ search, sort, cursor }) => {
    return !cursor || isCursorOf(cursor, sortOf({ sort, search }), Boolean(search))
  }, BROKEN_CURSOR)

const format = z.enum(['rich', 'plain'])

const postInput = z.object({
  title: z
    .string()
    .overwrite(oneLine)
    .max(TITLE_LIMIT, `A title can have at most ${TITLE_LIMIT} characters.`)
    .superRefine(readableName('A title')),
  content: z
    .string()
    .overwrite(manyLines)
    .max(HTML_LIMITS.rich, contentTooLong('rich'))
    .meta({
      description: `HTML, at most ${CONTENT_LIMITS.rich} characters without tags; or plain text of at most ${CONTENT_LIMITS.plain} characters if the format is plain.`,
    }),
  format: format.default('rich'),
  concept_ids: z
    .array(z.uuid())
    .max(POST_CONCEPTS_MAX, `A post can have at most ${POST_CONCEPTS_MAX} concepts.`)
    .default([])
    .meta({ description: 'The first is the main concept.' }),
})

const createInput = postInput.extend({ id: senderIdSchema, ...submissionFacts })

const updateInput = postInput.partial().extend({
  id: z.uuid(),
  format: format
    .optional()
    .meta({ description: 'Format of the content in the request. Default: the stored format.' }),
  concept_ids: z.array(z.uuid()).max(POST_CONCEPTS_MAX).optional(),
  updated_at: z.iso.datetime().optional().meta({
    description: 'The value you read. Returns CONFLICT if the post was saved since.',
  }),
})

const id = z.object({ id: z.uuid() })
const NOT_FOUND = { NOT_FOUND: { message: 'The post could not be found.' } }
const BAD_REQUEST = { BAD_REQUEST: { message: POST_INCOMPLETE, data: z.object({ field: z.string() }) } }

export const postsContract = oc.tag('Posts').router({
  list: oc
    .route({ method: 'GET', path: '/posts', summary: 'List posts, 50 per page' })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(postSummarySchema), next: z.string().nullable() })),
  read: oc
    .route({ method: 'GET', path: '/posts/{id}', summary: 'Get a post' })
    .input(
      z.object({ id: z.string().meta({ description: 'Returns NOT_FOUND for anything that isn’t an ID.' }) }),
    )
    .errors({
      ...NOT_FOUND,
      GONE: { status: 410, message: 'A moderator removed this post.', data: removalSchema },
    })
    .output(postSchema),
  related: oc
    .route({ method: 'GET', path: '/posts/{id}/related', summary: 'List related posts by score' })
    .input(id)
    .errors(NOT_FOUND)
    .output(z.object({ items: z.array(relatedSchema), next: z.null() })),
  neighbours: oc
    .route({ method: 'GET', path: '/posts/{id}/neighbours', summary: 'Get the next and previous post' })
    .input(id)
    .errors(NOT_FOUND)
    .output(z.object({ previous: neighbourSchema, next: neighbourSchema })),
  create: rateLimited(POST_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'POST', path: '/posts', successStatus: 201, summary: 'Publish a post' })
    .input(createInput)
    .errors({ ...BAD_REQUEST, CONFLICT: { message: 'This post already exists with a different text.' } })
    .output(id.extend({ pending: pendingSchema })),
  update: rateLimited(POST_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PATCH', path: '/posts/{id}', summary: 'Edit my post' })
    .input(updateInput)
    .errors({
      ...NOT_FOUND,
      ...BAD_REQUEST,
      FORBIDDEN: { message: 'Only its author can edit a post.' },
      CONFLICT: { message: 'This post was changed elsewhere. Reload it to see both versions.' },
    })
    .output(postSchema.pick({ id: true, updated_at: true, edited_at: true })),
  remove: rateLimited(POST_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'DELETE',
      path: '/posts/{id}',
      summary: 'Delete my post; if others commented, a placeholder remains',
    })
    .input(id)
    .errors({ ...NOT_FOUND, FORBIDDEN: { message: 'Only its author can delete a post.' } })
    .output(id),
  view: rateLimited(VIEW_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'POST',
      path: '/posts/{id}/views',
      summary: 'Count a page view',
      description: 'Each visitor counts once a day (UTC).',
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
})

export type PostSummary = z.infer<typeof postSummarySchema>
export type Post = z.infer<typeof postSchema>
export type RelatedPost = z.infer<typeof relatedSchema>
