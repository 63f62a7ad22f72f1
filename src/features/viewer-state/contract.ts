import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { VIEWER_STATE_BATCH_MAX, VIEWER_STATE_BODY_MAX } from './policy.ts'

const ids = z
  .string()
  .max(VIEWER_STATE_BATCH_MAX * 37)
  .default('')
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()))
  .meta({ description: `Ids with commas between, at most ${VIEWER_STATE_BATCH_MAX}.` })
const idList = z.array(z.uuid()).max(VIEWER_STATE_BODY_MAX).default([])
const vote = z.union([z.literal(1), z.literal(-1), z.literal(0)])
const can = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  remove: z.boolean().meta({ description: 'As moderator or admin, or restore what was removed.' }),
})
const unread = z
  .int()
  .nullable()
  .meta({ description: 'Comments that others have written since I was there; null: I never was' })
const muted = z.boolean().meta({ description: 'I hear nothing of it' })
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
  posts: z
    .record(z.string(), postState)
    .meta({ description: 'By id; without those that have neither marks nor rights' }),
  comments: z.record(z.string(), commentState).meta({ description: 'By id; likewise' }),
  notes: z.record(z.string(), noteState).meta({ description: 'By id; likewise' }),
  profiles: z
    .record(z.string(), profileState)
    .meta({ description: 'By id; without those that I may follow and do not' }),
  concepts: z
    .record(z.string(), conceptState)
    .meta({ description: 'By id of the category; without those that I do not follow' }),
})

/** Lists that long are few, and one in which all is new costs the database up to a second. */
const BATCH_RATE_LIMIT: RateLimit = {
  name: 'viewer states',
  account: { times: 30, seconds: 60 },
  address: { times: 150, seconds: 60 },
}

/** Everything on screen that depends on the viewer, in one call. The default state (DEFAULT_STATE) is left out. */
export const viewerState = oc.tag('Me').router({
  read: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/me/marks', summary: 'My votes, bookmarks, likes, follows and rights' })
    .input(z.object({ posts: ids, comments: ids, notes: ids, profiles: ids, concepts: ids }))
    .output(states),
  readMany: rateLimited(BATCH_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.read)
    .route({
      method: 'POST',
      path: '/me/marks',
      summary: 'The same, of more than fit an address',
      description: `Up to ${VIEWER_STATE_BODY_MAX} of each kind; it changes nothing.`,
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
