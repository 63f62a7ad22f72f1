import { oc } from '@orpc/contract'
import * as z from 'zod'
import { postSummarySchema } from '../posts/post-schemas.ts'
import { BEST_MONTHS, BEST_SIZE, BEST_WINDOW } from './policy.ts'

const bestSchema = z.object({
  period: z.enum(['month', 'year']),
  begin: z.iso.date().meta({ description: 'Its first day, UTC.' }),
  posts: z
    .array(
      postSummarySchema.pick({
        id: true,
        title: true,
        author: true,
        votes_score: true,
        comment_count: true,
        created_at: true,
      }),
    )
    .meta({ description: 'By score, the best first.' }),
})

export const best = {
  list: oc
    .route({
      method: 'GET',
      path: '/posts/best',
      summary: `The best ${BEST_SIZE} posts of each of the last ${BEST_MONTHS} months and of each year`,
      description:
        'Only posts with more votes for than against. On a large forum a month that is neither as young as the newest ' +
        `${BEST_WINDOW} posts nor has ${BEST_SIZE} among the ${BEST_WINDOW} of the highest score ever has fewer.`,
      tags: ['Posts'],
    })
    .output(
      z.object({
        items: z.array(bestSchema).meta({ description: 'Months, then years, each the latest first.' }),
        next: z.null(),
      }),
    ),
}

export type Best = z.infer<typeof bestSchema>
