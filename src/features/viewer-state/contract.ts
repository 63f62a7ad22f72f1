import { oc } from '@orpc/contract'
import * as z from 'zod'
import { MARKS_LIMIT } from './policy.ts'

const ids = z
  .string()
  .max(MARKS_LIMIT * 37)
  .default('')
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()))
  .meta({ description: `Ids with commas between, at most ${MARKS_LIMIT}.` })
const vote = z.union([z.literal(1), z.literal(-1), z.literal(0)])
const can = z.object({ edit: z.boolean(), delete: z.boolean() })
const postMarks = z.object({ vote_type: vote, bookmarked: z.boolean(), can })
const commentMarks = z.object({ vote_type: vote, can })
const noteMarks = z.object({ user_liked: z.boolean(), can: can.pick({ delete: true }) })
const profileMarks = z.object({ following: z.boolean(), can: z.object({ follow: z.boolean() }) })

/**
 * Everything on screen that depends on who is looking, in one call. Most of it is nothing, so what is as for
 * any member who has done nothing with it is left out (UNMARKED).
 */
export const marks = {
  read: oc
    .route({
      method: 'GET',
      path: '/me/marks',
      summary: 'My votes, bookmarks, likes, follows and rights',
      tags: ['Me'],
    })
    .input(z.object({ posts: ids, comments: ids, notes: ids, profiles: ids }))
    .output(
      z.object({
        posts: z
          .record(z.string(), postMarks)
          .meta({ description: 'By id; without those that have neither marks nor rights' }),
        comments: z.record(z.string(), commentMarks).meta({ description: 'By id; likewise' }),
        notes: z.record(z.string(), noteMarks).meta({ description: 'By id; likewise' }),
        profiles: z
          .record(z.string(), profileMarks)
          .meta({ description: 'By id; without those that I may follow and do not' }),
      }),
    ),
}

export interface MarksOf {
  post: z.infer<typeof postMarks>
  comment: z.infer<typeof commentMarks>
  note: z.infer<typeof noteMarks>
  profile: z.infer<typeof profileMarks>
}
