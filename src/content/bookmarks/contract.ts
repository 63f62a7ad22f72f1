import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'

const input = z.object({ id: z.uuid() })
const output = z.object({ bookmarked: z.boolean() })
const errors = { NOT_FOUND: { message: 'The post could not be found.' } }

/** Enough for a member who cleans up a long list of bookmarks quickly. */
const BOOKMARK_RATE_LIMIT: RateLimit = {
  name: 'bookmarks',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

export const bookmarksContract = oc.tag('Bookmarks').router({
  add: rateLimited(BOOKMARK_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PUT', path: '/posts/{id}/bookmark', summary: 'Bookmark a post' })
    .input(input)
    .errors(errors)
    .output(output),
  remove: rateLimited(BOOKMARK_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/posts/{id}/bookmark', summary: 'Remove a bookmark' })
    .input(input)
    .errors(errors)
    .output(output),
})
