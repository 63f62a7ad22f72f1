import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { VIEWER_STATE_BATCH_MAX, VIEWER_STATE_BODY_MAX } from './policy.ts'

const ids = z
  .string()
  .max(VIEWER_STATE_BATCH_MAX * 37)
  .default('')
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()))
  .meta({ description: `IDs separated by commas, at most ${VIEWER_STATE_BATCH_MAX}.` })
const idList = z.array(z.uuid()).max(VIEWER_STATE_BODY_MAX).default([])
const vote = z.union([z.literal(1), z.literal(-1), z.literal(0)])
const can = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  remove: z.boolean().meta({ description: 'Remove as moderator or admin, or restore removed content.' }),
})
const unread = z
  .int()
  .nullable()
  .meta({ description: 'Comments by others since my last visit; null: never visited' })
const muted = z.boolean().meta({ description: 'true: I don’t get notifications about it' })
const postState = z.object({
  vote_type: vote,
  bookmarked: z.boolean(),
  following: z.boolean(),
  muted,
  unread,
  can,
})
const conceptState = z.object({ following: z.boolean() })
const commentState = z.object({ vote_type: vote, can })
const noteState = z.object({ user_liked: z.boolean(), can })
const profileState = z.object({ following: z.boolean(), can: z.object({ follow: z.boolean() }) })

const states = z.object({
  posts: z.record(z.string(), postState).meta({ description: 'By ID; omits default states' }),
  comments: z.record(z.string(), commentState).meta({ description: 'By ID; omits default states' }),
  notes: z.record(z.string(), noteState).meta({ description: 'By ID; omits default states' }),
  profiles: z
    .record(z.string(), profileState)
    .meta({ description: 'By ID; omits members I can follow but don’t' }),
  concepts: z
    .record(z.string(), conceptState)
    .meta({ description: 'By concept ID; omits those I don’t follow' }),
})

/** Limits requests with too many ids for a URL. They are rare, but take up to a second if all comments are unread. */
const BATCH_RATE_LIMIT: RateLimit = {
  name: 'viewer states',
  account: { times: 30, seconds: 60 },
  address: { times: 150, seconds: 60 },
}

/** All data on screen that depends on the viewer, in one call. Omits the default state (DEFAULT_STATE). */
export const viewerStateContract = oc.tag('Me').router({
  read: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/marks',
      summary: 'Get my votes, bookmarks, likes, follows and permissions',
    })
    .input(z.object({ posts: ids, comments: ids, notes: ids, profiles: ids, concepts: ids }))
    .output(states),
  readMany: rateLimited(BATCH_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.read)
    .route({
      method: 'POST',
      path: '/me/marks',
      summary: 'Get my viewer state for more IDs than fit in a URL',
      description: `Up to ${VIEWER_STATE_BODY_MAX} of each kind. Doesn’t change anything.`,
    })
    .input(z.object({ posts: idList, comments: idList, notes: idList, profiles: idList, concepts: idList }))
    .output(states),
})

export interface ViewerStateOf {
  post: z.infer<typeof postState>
  comment: z.infer<typeof commentState>
  note: z.infer<typeof noteState>
  profile: z.infer<typeof profileState>
  concept: z.infer<typeof conceptState>
}
