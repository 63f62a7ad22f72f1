import { call } from '@orpc/server'
import { router } from '../../../src/app/router.server.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for profiles. Everyone can see them, but only after the member's email address is verified. */
export const profiles: Cases = {
  'profiles.search': async ({ people }) => ({ input: { search: 'okonkwo' }, shows: people.author.id }),
  'profiles.search: one not verified': async (world) => {
    const { id, username } = await unverified(world)
    return { input: { search: username }, shows: id }
  },
  'suggestions.list': async (world) => {
    return {
      input: { search: 'suggested' },
      shows: await world.buildPost({ title: 'Suggested to everybody' }),
    }
  },
  'suggestions.list: one not verified': async (world) => {
    const { id, username } = await unverified(world)
    return { input: { search: username }, shows: id }
  },
  'profiles.read': async ({ people }) => {
    return { input: { username: people.author.username }, shows: people.author.id }
  },
  'profiles.read: one not verified': async (world) => {
    const { id, username } = await unverified(world)
    return { input: { username }, shows: id }
  },
  'profiles.read: nobody of this name': nobody,
  'profiles.posts': async (world) => {
    return { input: { username: world.people.author.username }, shows: await world.buildPost() }
  },
  'profiles.posts: of one not verified': async (world) => {
    const { username, post_id } = await unverified(world)
    return { input: { username }, shows: post_id }
  },
  'profiles.posts: of nobody': nobody,
  'profiles.comments': async (world) => {
    const post_id = await world.buildPost()
    const shows = await world.buildComment({ post_id, author: world.people.author })
    return { input: { username: world.people.author.username }, shows }
  },
  'profiles.comments: of nobody': nobody,
  'profiles.comments: a deleted one': async (world) => {
    const { author } = world.people
    const post_id = await world.buildPost()
    const shows = await world.buildComment({ post_id, author })
    await world.buildComment({ post_id, parent_id: shows })
    await call(router.comments.remove, { id: shows }, { context: world.asContext(author) })
    return { input: { username: author.username }, shows }
  },
  'profiles.comments: of one not verified': async (world) => {
    const { username, comment_id } = await unverified(world)
    return { input: { username }, shows: comment_id }
  },
  'profiles.highlights': async (world) => {
    const shows = await world.buildPost({ author: world.people.author })
    await world.db.updateTable('posts').set({ votes_score: 1_000_000 }).where('id', '=', shows).execute()
    return { input: { username: world.people.author.username }, shows }
  },
  'profiles.highlights: of one not verified': async (world) => {
    const { username, post_id } = await unverified(world)
    return { input: { username }, shows: post_id }
  },
  'profiles.highlights: of nobody': nobody,
}

async function nobody() {
  return { input: { username: 'nobody-at-all' }, shows: 'nobody-at-all' }
}

/** Inserts content of an unverified member, who could not create it through the API. */
async function unverified(world: World) {
  const author = await world.buildMember()
  const post_id = await world.buildPost({ author })
  const comment_id = await world.buildComment({ post_id, author })
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', author.id).execute()
  return { id: author.id, username: author.username, post_id, comment_id }
}
