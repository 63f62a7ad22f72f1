import { oc } from '@orpc/contract'
import * as z from 'zod'
import { byToken } from '../../api/core/token-scope.ts'
import { postSummarySchema } from '../posts/post-schemas.ts'

const newsSchema = postSummarySchema.extend({
  unread: z
    .int()
    .meta({ description: 'Comments of others since I was there; 0 for a post that I have not read yet' }),
})

export const news = {
  list: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/news',
      summary: 'Discussions with something new for me, and new posts',
      tags: ['Me'],
    })
    .output(z.object({ items: z.array(newsSchema), next: z.null() })),
}

export type News = z.infer<typeof newsSchema>
