import { oc } from '@orpc/contract'
import * as z from 'zod'
import { authorSchema } from '../../shared/authors/contract.ts'
import {
  COMMUNITY_LIST,
  COUNTED_EXACTLY,
  FACES,
  MOST_ACTIVE_DAYS,
  MOST_ACTIVE_WINDOW,
  WEEK_COUNTED,
} from './policy.ts'

const memberSchema = authorSchema.extend({
  post_count: z.int(),
  comment_count: z.int(),
  created_at: z.iso.datetime(),
})

const estimated = z.int().meta({ description: `Estimated above ${COUNTED_EXACTLY}` })

const numbersSchema = z.object({
  members: estimated,
  posts: estimated,
  comments: estimated,
  week: z
    .int()
    .meta({ description: `Posts, comments and notes in the last seven days, ${WEEK_COUNTED} at most` }),
  faces: z.array(authorSchema).max(FACES).meta({ description: 'Recently active members' }),
})

export const communityContract = oc.tag('Community').router({
  read: oc
    .route({
      method: 'GET',
      path: '/community',
      summary: `List the ${COMMUNITY_LIST} newest and the ${COMMUNITY_LIST} most active members`,
    })
    .output(
      z.object({
        newest: z.array(memberSchema).meta({ description: 'Includes new members immediately.' }),
        active: z
          .array(
            memberSchema.extend({
              contributions: z
                .int()
                .meta({ description: `Posts, comments and notes in the last ${MOST_ACTIVE_DAYS} days.` }),
            }),
          )
          .meta({
            description:
              `By contributions in the last ${MOST_ACTIVE_DAYS} days. Large forums count only the newest ${MOST_ACTIVE_WINDOW}. ` +
              'Cached for about ten seconds, or until the next request.',
          }),
      }),
    ),
  numbers: oc
    .route({
      method: 'GET',
      path: '/community/numbers',
      summary: 'Get community statistics and recently active members',
    })
    .output(numbersSchema),
})

export type CommunityCounts = z.infer<typeof numbersSchema>
export type CommunityMember = z.infer<typeof memberSchema> & { contributions?: number }
