import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type Limit, limited } from '../../api/core/limited.ts'
import { postSummarySchema } from '../posts/contract.ts'
import { CURSOR_LIMIT } from '../posts/policy.ts'

const input = z.object({ id: z.uuid() })
const output = z.object({ bookmarked: z.boolean() })
const errors = { NOT_FOUND: { message: 'The post could not be found.' } }

/** A press now and then; tidying up a list is faster. */
export const BOOKMARKING: Limit = {
  name: 'bookmarks',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

export const bookmarks = {
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
  add: limited(BOOKMARKING)
    .route({ method: 'PUT', path: '/posts/{id}/bookmark', summary: 'Bookmark a post', tags: ['Bookmarks'] })
    .input(input)
    .errors(errors)
    .output(output),
  remove: limited(BOOKMARKING)
    .route({
      method: 'DELETE',
      path: '/posts/{id}/bookmark',
      summary: 'Forget a bookmark',
      tags: ['Bookmarks'],
    })
    .input(input)
    .errors(errors)
    .output(output),
}
