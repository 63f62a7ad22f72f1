import { oc } from '@orpc/contract'
import * as z from 'zod'
import { authorSchema } from '../authors/contract.ts'
import { ACTIVE_DAYS, ACTIVE_WINDOW, COMMUNITY_LIST } from './policy.ts'

const memberSchema = authorSchema.extend({
  post_count: z.int(),
  comment_count: z.int(),
  created_at: z.iso.datetime(),
})

export const community = {
  read: oc
    .route({
      method: 'GET',
      path: '/community',
      summary: `Who is here: the ${COMMUNITY_LIST} newest and the ${COMMUNITY_LIST} most active members`,
      tags: ['Community'],
    })
    .output(
      z.object({
        newest: z.array(memberSchema).meta({ description: 'A new member is among them at once.' }),
        active: z
          .array(
            memberSchema.extend({
              contributions: z
                .int()
                .meta({ description: `What they wrote in the last ${ACTIVE_DAYS} days.` }),
            }),
          )
          .meta({
            description:
              `By contributions in the last ${ACTIVE_DAYS} days, on a large forum among the newest ${ACTIVE_WINDOW}. ` +
              'As of some ten seconds ago, or of the last time that somebody asked.',
          }),
      }),
    ),
}

export type CommunityMember = z.infer<typeof memberSchema> & { contributions?: number }
