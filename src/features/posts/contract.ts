import { oc } from '@orpc/contract'
import * as z from 'zod'
import { rateLimited } from '../../api/core/rate-limited.ts'
import { senderIdSchema } from '../../api/core/sender-id.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { BROKEN_CURSOR, CURSOR_ERRORS, cursorSchema } from '../../platform/keyset-schema.ts'
import { readableName } from '../../platform/readable-name.ts'
import { manyLines, oneLine } from '../../platform/text.ts'
import { pendingSchema, submissionFacts } from '../approval/submission-schema.ts'
import { removalSchema } from '../removal/removal-schema.ts'
import { isCursorOf, readCursor } from './list/cursor.ts'
import {
  CATEGORY_LIMIT,
  CONTENT_LIMITS,
  contentTooLong,
  FILTER_LIMIT,
  HTML_LIMITS,
  LIST_SIZE,
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

/** PostgreSQL's texts hold every character but U+0000. */
const withoutNull = (text: string) => text.replaceAll('\0', ' ').trim()

/** As a list, or as a text with commas, which is how addresses have it. */
const idList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(',').filter(Boolean))])
  .pipe(z.array(z.uuid()).max(FILTER_LIMIT))

export const postFilters = {
  categories: idList.optional().meta({ description: 'Posts of any of these; with commas between.' }),
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
          'Words, "phrases", -exclusions, or. In title and content, and in the names of author and concepts; the last ' +
          'word also as a beginning, behind those with the very word. ' +
          `The first ${SEARCH_WORDS} words count.`,
      }),
    ...postFilters,
    author: z.string().max(30).transform(withoutNull).optional().meta({ description: 'Username' }),
    sort: z
      .enum(SORTS)
      .optional()
      .meta({
        description:
          'By default relevance for a search, else newest. `active`: the newest comment first, a post without one by its ' +
          'own time. A search that finds very many posts (more than 200; 1,000 ' +
          'when sorted by other than relevance and newest) is sorted within each so many of them, newest first.',
      }),
    pinned: z.enum(['first']).optional().meta({
      description:
        'Sort newest without a search: pinned posts before all others. Part of what a cursor belongs to.',
    }),
    cursor: cursorSchema(readCursor),
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
    .max(TITLE_LIMIT, `A title has at most ${TITLE_LIMIT} characters.`)
    .superRefine(readableName('A title')),
  content: z
    .string()
    .overwrite(manyLines)
    .max(HTML_LIMITS.rich, contentTooLong('rich'))
    .meta({
      description: `HTML, at most ${CONTENT_LIMITS.rich} characters without tags; or text as typed if the format is plain, at most ${CONTENT_LIMITS.plain}.`,
    }),
  format: format.default('rich'),
  category_ids: z
    .array(z.uuid())
    .max(CATEGORY_LIMIT, `A post has at most ${CATEGORY_LIMIT} categories.`)
    .default([])
    .meta({ description: 'The first is the main one.' }),
})

const createInput = postInput.extend({ id: senderIdSchema, ...submissionFacts })

const updateInput = postInput.partial().extend({
  id: z.uuid(),
  format: format.optional().meta({ description: 'Of the content sent; without it, as it is stored.' }),
  category_ids: z.array(z.uuid()).max(CATEGORY_LIMIT).optional(),
  updated_at: z.iso.datetime().optional().meta({
    description: 'As it was read: CONFLICT instead of overwriting what was saved since.',
  }),
})

const id = z.object({ id: z.uuid() })
const NOT_FOUND = { NOT_FOUND: { message: 'The post could not be found.' } }
const BAD_REQUEST = { BAD_REQUEST: { message: POST_INCOMPLETE, data: z.object({ field: z.string() }) } }

export const posts = oc.tag('Posts').router({
  list: oc
    .route({ method: 'GET', path: '/posts', summary: 'Posts, 50 a page' })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(postSummarySchema), next: z.string().nullable() })),
  read: oc
    .route({ method: 'GET', path: '/posts/{id}', summary: 'One post' })
    .input(z.object({ id: z.string().meta({ description: 'Anything but an id is not found.' }) }))
    .errors({
      ...NOT_FOUND,
      GONE: { status: 410, message: 'A moderator removed this post.', data: removalSchema },
    })
    .output(postSchema),
  related: oc
    .route({ method: 'GET', path: '/posts/{id}/related', summary: 'Related posts by score' })
    .input(id)
    .errors(NOT_FOUND)
    .output(z.object({ items: z.array(relatedSchema), next: z.null() })),
  neighbours: oc
    .route({ method: 'GET', path: '/posts/{id}/neighbours', summary: 'Next and previous' })
    .input(id)
    .errors(NOT_FOUND)
    .output(z.object({ previous: neighbourSchema, next: neighbourSchema })),
  create: rateLimited(POST_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'POST', path: '/posts', successStatus: 201, summary: 'Publish a post' })
    .input(createInput)
    .errors({ ...BAD_REQUEST, CONFLICT: { message: 'This post is already sent, with another text.' } })
    .output(id.extend({ pending: pendingSchema })),
  update: rateLimited(POST_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PATCH', path: '/posts/{id}', summary: 'Edit one’s own post' })
    .input(updateInput)
    .errors({
      ...NOT_FOUND,
      ...BAD_REQUEST,
      FORBIDDEN: { message: 'Only its author may edit a post.' },
      CONFLICT: { message: 'This post was changed elsewhere meanwhile. Load it again to see both.' },
    })
    .output(postSchema.pick({ id: true, updated_at: true, edited_at: true })),
  remove: rateLimited(POST_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'DELETE',
      path: '/posts/{id}',
      summary: 'Delete one’s own post; with comments of others a stub stays',
    })
    .input(id)
    .errors({ ...NOT_FOUND, FORBIDDEN: { message: 'Only its author may delete a post.' } })
    .output(id),
  view: rateLimited(VIEW_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'POST',
      path: '/posts/{id}/views',
      summary: 'Count one load',
      description: 'Beyond ten a minute by one person it is no load, and changes nothing.',
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
})

export type PostSummary = z.infer<typeof postSummarySchema>
export type Post = z.infer<typeof postSchema>
export type RelatedPost = z.infer<typeof relatedSchema>
