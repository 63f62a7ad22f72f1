import { oc } from '@orpc/contract'
import * as z from 'zod'

const voteSchema = z.object({
  vote_type: z.union([z.literal(1), z.literal(-1), z.literal(0)]).meta({ description: '0 takes it back.' }),
})
const input = voteSchema.extend({ id: z.uuid() })
const output = voteSchema.extend({ votes_score: z.int() })
const errors = { NOT_FOUND: { message: 'This is gone, or never was.' } }

/** A vote is a state that is set, not an event that is counted: repeating a call changes nothing. */
export const votes = {
  post: oc
    .route({ method: 'PUT', path: '/posts/{id}/vote', summary: 'Set my vote on a post', tags: ['Votes'] })
    .input(input)
    .errors(errors)
    .output(output),
  comment: oc
    .route({
      method: 'PUT',
      path: '/comments/{id}/vote',
      summary: 'Set my vote on a comment',
      tags: ['Votes'],
    })
    .input(input)
    .errors(errors)
    .output(output),
}

export type VoteType = z.infer<typeof voteSchema>['vote_type']
