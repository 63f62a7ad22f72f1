import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { WriteBatches } from '../../db/write-batches.server.ts'
import { type PostVote, type Voted, voteOnPost, voteOnPosts } from './sql.server.ts'

type VoteBatches = WriteBatches<PostVote, Voted | undefined>

declare module '../../api/core/context.server.ts' {
  interface Services {
    /** Votes on posts. Undefined where there is no such post. */
    voteBatches: VoteBatches
  }
}

/** Sets votes that come at once together: of 0.72 ms that one takes in the database, two thirds are the same for all of them. */
export function voteBatches(db: Kysely<DB>): VoteBatches {
  return new WriteBatches({
    alone: (vote) => voteOnPost(db, vote.voter_id, vote),
    together: (votes) => voteOnPosts(db, votes),
    subjectOf: ({ id }) => id,
    identityOf: ({ voter_id, id }) => voter_id + id,
  })
}
