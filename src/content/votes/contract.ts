import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { SCORES_PER_REQUEST } from './policy.ts'

const voteSchema = z.object({
  vote_type: z
    .union([z.literal(1), z.literal(-1), z.literal(0)])
    .meta({ description: '0 removes the vote.' }),
})
const input = voteSchema.extend({ id: z.uuid() })
const output = voteSchema.extend({ votes_score: z.int() })
const errors = { NOT_FOUND: { message: 'Not found. It may have been deleted.' } }

/** Allows a vote every half second, because readers of a long discussion vote often and change votes. */
const VOTE_RATE_LIMIT: RateLimit = {
  name: 'votes',
  act: 'voting',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

const ids = z
  .string()
  .max(SCORES_PER_REQUEST * 37)
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()))
  .meta({
    description: `IDs of the post or its comments, separated by commas, at most ${SCORES_PER_REQUEST}.`,
  })

/** A vote is a state, so repeating a request changes nothing. */
export const votesContract = oc.tag('Votes').router({
  scores: oc
    .route({
      method: 'GET',
      path: '/posts/{id}/scores',
      summary: 'Get the current scores of a post and its comments',
    })
    .input(z.object({ id: z.uuid(), ids }))
    .output(z.object({ scores: z.record(z.string(), z.int()).meta({ description: 'By ID' }) })),
  post: rateLimited(VOTE_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PUT', path: '/posts/{id}/vote', summary: 'Set my vote on a post' })
    .input(input)
    .errors(errors)
    .output(output),
  comment: rateLimited(VOTE_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PUT', path: '/comments/{id}/vote', summary: 'Set my vote on a comment' })
    .input(input)
    .errors(errors)
    .output(output),
})

export type VoteType = z.infer<typeof voteSchema>['vote_type']
