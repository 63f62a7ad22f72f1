import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { authorSchema } from '../authors/contract.ts'
import { categorySchema } from '../categories/contract.ts'
import { SEARCH_LIMIT } from '../posts/policy.ts'
import { postSummarySchema } from '../posts/post-schemas.ts'
import { MEMBER_SEARCH_MIN } from '../profiles/policy.ts'

/** A fast typist sends four requests a second, and a school class may type together. Cached responses do not count. */
export const SUGGESTION_RATE_LIMIT: RateLimit = { name: 'suggestions', address: { times: 300, seconds: 60 } }

const suggestionsSchema = z.object({
  posts: z.array(postSummarySchema.pick({ id: true, title: true, title_highlight: true })),
  people: z.array(authorSchema),
  concepts: z.array(categorySchema.pick({ id: true, name: true, color: true })),
  spelling: z.string().optional().meta({
    description: 'What was typed is found nowhere: these are for its words as they are usually spelt.',
  }),
})

export const suggestions = {
  list: rateLimited(SUGGESTION_RATE_LIMIT)
    .route({
      method: 'GET',
      path: '/suggestions',
      summary: 'What somebody may be about to search for',
      tags: ['Search'],
    })
    .input(
      z.object({
        search: z
          .string()
          .max(SEARCH_LIMIT)
          // PostgreSQL's text accepts every character except U+0000.
          .transform((text) => text.replaceAll('\0', ' ').trim())
          .meta({
            description: `What was typed so far; the last word as a beginning. People from ${MEMBER_SEARCH_MIN} characters on.`,
          }),
      }),
    )
    .output(suggestionsSchema),
}

export type Suggestions = z.infer<typeof suggestionsSchema>
