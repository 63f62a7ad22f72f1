import { oc } from '@orpc/contract'
import * as z from 'zod'
import { postSummarySchema } from '../posts/post-schemas.ts'
import { BEST_MONTHS, BEST_SIZE, BEST_WINDOW } from './policy.ts'

const bestSchema = z.object({
  period: z.enum(['month', 'year']),
  begin: z.iso.date().meta({ description: 'First day, in UTC.' }),
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
    .meta({ description: 'Highest score first.' }),
})

export const bestContract = {
  list: oc
    .route({
      method: 'GET',
      path: '/posts/best',
      summary: `List the best ${BEST_SIZE} posts of each of the last ${BEST_MONTHS} months and of each year`,
      description:
        'Only posts with a positive score. On a large forum, a month can have fewer: posts must be among the newest ' +
        `${BEST_WINDOW} posts or the ${BEST_WINDOW} posts with the highest scores.`,
      tags: ['Posts'],
    })
    .output(
      z.object({
        items: z.array(bestSchema).meta({ description: 'Months, then years, each newest first.' }),
        next: z.null(),
      }),
    ),
}

export type BestOfPeriod = z.infer<typeof bestSchema>
