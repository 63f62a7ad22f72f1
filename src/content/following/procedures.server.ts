import { guards } from '../../core/procedure.server.ts'
import { followingContract as contract } from './contract.ts'
import { listFollowedPosts } from './posts-sql.server.ts'
import { listFollowedConcepts, listFollowedDiscussions } from './sql.server.ts'

const { member } = guards(contract)

export const followingProcedures = {
  posts: member.posts.handler(({ context: { db, viewer }, input: { concepts = [], ...input } }) =>
    listFollowedPosts(db, viewer.id, { ...input, concepts }),
  ),

  discussions: member.discussions.handler(({ context: { db, viewer }, input }) =>
    listFollowedDiscussions(db, viewer.id, input.cursor),
  ),

  concepts: member.concepts.handler(async ({ context: { db, viewer } }) => {
    return { items: await listFollowedConcepts(db, viewer.id), next: null }
  }),
}
