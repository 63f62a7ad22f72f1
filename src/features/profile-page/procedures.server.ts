import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/response-cache.server.ts'
import { readCursor } from '../posts/list/cursor.ts'
import { nameTag } from '../profiles/tags.server.ts'
import { profilePage as contract } from './contract.ts'
import { listCommentsOf, listPostsOf } from './sql.server.ts'

const { visitor } = guards(contract)

const posts = visitor.posts.handler(async ({ context: { db }, input, errors }) => {
  tag(nameTag(input.username), 'categories')
  const cursor = cursorOf(input)
  if (cursor === null) throw errors.BAD_REQUEST()
  const listed = await listPostsOf(db, input.username, cursor)
  if (!listed) throw errors.NOT_FOUND()
  const { member_id, items, next } = listed
  tag(`profile:${member_id}`, ...items.map(({ id }) => `post:${id}`))
  return { items, next }
})

const comments = visitor.comments.handler(async ({ context: { db }, input, errors }) => {
  tag(nameTag(input.username))
  const cursor = cursorOf(input)
  if (cursor === null) throw errors.BAD_REQUEST()
  const listed = await listCommentsOf(db, input.username, cursor)
  if (!listed) throw errors.NOT_FOUND()
  const { member_id, items, next } = listed
  tag(`profile:${member_id}`)
  for (const { post_id } of items) tag(`post:${post_id}`, `comments:${post_id}`)
  return { items, next }
})

/** The place to go on from: none is the beginning, null is a broken one. */
function cursorOf({ cursor }: { cursor?: string | undefined }) {
  return cursor === undefined ? undefined : (readCursor(cursor, 'newest', false) ?? null)
}

export const profilePage = { posts, comments }
