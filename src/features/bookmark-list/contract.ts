import { oc } from '@orpc/contract'
import * as z from 'zod'
import { postSummarySchema } from '../posts/contract.ts'
import { CURSOR_LIMIT } from '../posts/policy.ts'

export const bookmarkList = {
  list: oc
    .route({ method: 'GET', path: '/bookmarks', summary: 'My bookmarks, newest first', tags: ['Bookmarks'] })
    .input(z.object({ cursor: z.string().max(CURSOR_LIMIT).optional() }))
    .errors({ BAD_REQUEST: { message: 'This page address is not one of ours.' } })
    .output(
      z.object({
        items: z.array(z.object({ id: z.uuid(), created_at: z.iso.datetime(), post: postSummarySchema })),
        next: z.string().nullable(),
      }),
    ),
}
