import { oc } from '@orpc/contract'
import * as z from 'zod'
import { byToken } from '../../core/token-scope.ts'
import { BROKEN_CURSOR, CURSOR_ERRORS, cursorIn, cursorSchema } from '../../platform/keyset-schema.ts'
import { conceptSchema } from '../concepts/contract.ts'
import { postFilters } from '../posts/contract.ts'
import { isCursorOf, readPostCursor } from '../posts/list/cursor.ts'
import { LIST_SIZE, SORTS } from '../posts/policy.ts'
import { postSummarySchema } from '../posts/post-schemas.ts'

const listInput = z
  .object({
    ...postFilters,
    sort: z.enum(SORTS).exclude(['relevance']).default('newest'),
    cursor: cursorSchema(readPostCursor),
    limit: z.coerce.number().int().min(1).max(LIST_SIZE).default(LIST_SIZE),
  })
  .refine(({ sort, cursor }) => !cursor || isCursorOf(cursor, sort, false), BROKEN_CURSOR)

const discussionSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  post: postSummarySchema.pick({ id: true, title: true, comment_count: true }),
})

/** API for the viewer's follows. Followed members are public on the profile. Other follows are private. */
export const followingContract = oc.tag('Follows').router({
  posts: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/following/posts',
      summary: 'List posts I follow and posts from members and concepts I follow, 50 per page',
    })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(postSummarySchema), next: z.string().nullable() })),
  discussions: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/following/discussions',
      summary: 'List discussions I follow, most recently followed first',
    })
    .input(z.object({ cursor: cursorIn('newest') }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(discussionSchema), next: z.string().nullable() })),
  concepts: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/following/concepts', summary: 'List concepts I follow, by name' })
    .output(
      z.object({
        items: z.array(conceptSchema.pick({ id: true, name: true, color: true })),
        next: z.null(),
      }),
    ),
})
