import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { nameTag } from '../../shared/authors/tags.server.ts'
import { profilePageContract as contract } from './contract.ts'
import { findHighlights, listCommentsOf, listPostsOf } from './sql.server.ts'

const { visitor } = guards(contract)

const posts = visitor.posts.handler(async ({ context: { db }, input, errors }) => {
  tag(nameTag(input.username), 'concepts')
  const listed = await listPostsOf(db, input.username, input.cursor)
  if (!listed) throw errors.NOT_FOUND()
  const { member_id, items, next } = listed
  tag(`profile:${member_id}`, ...items.map(({ id }) => `post:${id}`))
  return { items, next }
})

const comments = visitor.comments.handler(async ({ context: { db }, input, errors }) => {
  tag(nameTag(input.username))
  const listed = await listCommentsOf(db, input.username, input.cursor)
  if (!listed) throw errors.NOT_FOUND()
  const { member_id, items, next } = listed
  tag(`profile:${member_id}`)
  for (const { post_id } of items) tag(`post:${post_id}`, `comments:${post_id}`)
  return { items, next }
})

const highlights = visitor.highlights.handler(async ({ context: { db }, input, errors }) => {
  tag(nameTag(input.username), 'concepts')
  const found = await findHighlights(db, input.username)
  if (!found) throw errors.NOT_FOUND()
  const { member_id, concepts, best } = found
  tag(`profile:${member_id}`, ...best.map(({ id }) => `post:${id}`))
  return { concepts, best }
})

export const profilePageProcedures = { posts, comments, highlights }
