import { oc } from '@orpc/contract'
import * as z from 'zod'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { postSummarySchema } from '../posts/post-schemas.ts'

export const bookmarkListContract = {
  list: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/bookmarks',
      summary: 'List my bookmarks, newest first',
      tags: ['Bookmarks'],
    })
    .input(z.object({ cursor: cursorIn('newest') }))
    .errors(CURSOR_ERRORS)
    .output(
      z.object({
        items: z.array(z.object({ id: z.uuid(), created_at: z.iso.datetime(), post: postSummarySchema })),
        next: z.string().nullable(),
      }),
    ),
}
