import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { MEMBER_SEARCH_MIN } from '../../people/profiles/policy.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { conceptSchema } from '../concepts/contract.ts'
import { SEARCH_LIMIT } from '../posts/policy.ts'
import { postSummarySchema } from '../posts/post-schemas.ts'

/** A typist sends up to 4 requests a second, and a class may share an IP. Cached responses don't count. */
export const SUGGESTION_RATE_LIMIT: RateLimit = { name: 'suggestions', address: { times: 300, seconds: 60 } }

const suggestionsSchema = z.object({
  posts: z.array(postSummarySchema.pick({ id: true, title: true, title_highlight: true })),
  people: z.array(authorSchema),
  concepts: z.array(conceptSchema.pick({ id: true, name: true, color: true })),
  spelling: z.string().optional().meta({
    description: 'The corrected spelling these suggestions are for, if the typed text has no results.',
  }),
})

export const suggestionsContract = {
  list: rateLimited(SUGGESTION_RATE_LIMIT)
    .route({
      method: 'GET',
      path: '/suggestions',
      summary: 'Suggest searches',
      tags: ['Search'],
    })
    .input(
      z.object({
        search: z
          .string()
          .max(SEARCH_LIMIT)
          // Replaces U+0000, the only character that PostgreSQL's text type does not accept.
          .transform((text) => text.replaceAll('\0', ' ').trim())
          .meta({
            description: `The text typed so far; the last word matches as a prefix. People are suggested from ${MEMBER_SEARCH_MIN} characters.`,
          }),
      }),
    )
    .output(suggestionsSchema),
}

export type SuggestionResults = z.infer<typeof suggestionsSchema>
