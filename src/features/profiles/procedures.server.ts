import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/pages.server.ts'
import { readCursor } from '../posts/cursor.ts'
import { profiles as contract } from './contract.ts'
import { findProfile, listCommentsOf, listPostsOf, searchMembers } from './sql.server.ts'
import { NAMES, nameTag } from './tags.server.ts'

const { visitor } = guards(contract)

const search = visitor.search.handler(async ({ context: { db }, input }) => {
  const items = await searchMembers(db, input.search.replace(/^@/, ''), { exclude: input.exclude })
  tag(NAMES)
  return { items, next: null }
})

const read = visitor.read.handler(async ({ context: { db }, input, errors }) => {
  tag(nameTag(input.username))
  const profile = await findProfile(db, input.username)
  if (!profile) throw errors.NOT_FOUND()
  tag(`profile:${profile.id}`, `follows:${profile.id}`)
  return profile
})

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

export const profiles = { search, read, posts, comments }
