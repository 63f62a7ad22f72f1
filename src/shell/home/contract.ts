import { oc } from '@orpc/contract'
import * as z from 'zod'
import { postSummarySchema } from '../../content/posts/post-schemas.ts'
import { byToken } from '../../core/token-scope.ts'

const newsSchema = postSummarySchema.extend({
  unread: z
    .int()
    .meta({ description: 'Other members’ comments since my last visit; 0 for a post I haven’t read' }),
})

export const newsContract = {
  list: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/news',
      summary: 'List discussions with new comments and new posts',
      tags: ['Me'],
    })
    .output(z.object({ items: z.array(newsSchema), next: z.null() })),
}

export type NewsEntry = z.infer<typeof newsSchema>
