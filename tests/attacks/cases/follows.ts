import { randomUUID } from 'node:crypto'
import {
  addConceptFollow,
  setFollow,
  setPostFollow,
  setPostMute,
} from '../../../src/people/follows/sql.server.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for following members. Only `other` follows the author. */
export const follows: Cases = {
  'follows.add': async (world) => {
    await world.db.deleteFrom('user_follows').execute()
    return { input: { username: world.people.author.username } }
  },
  'follows.add: nobody of this name': async () => ({ input: { username: 'nobody-at-all' } }),
  'follows.add: one not verified': async (world) => ({ input: await unverified(world) }),
  'follows.remove': async (world) => {
    await followAuthor(world)
    return { input: { username: world.people.author.username } }
  },
  'follows.remove: nobody of this name': async () => ({ input: { username: 'nobody-at-all' } }),
  'follows.remove: one not verified': async (world) => ({ input: await unverified(world) }),

  'follows.followers': async (world) => {
    await followAuthor(world)
    return { input: { username: world.people.author.username }, shows: world.people.other.id }
  },
  'follows.followers: of one not verified': async (world) => {
    return { input: await unverified(world), shows: world.people.other.id }
  },
  'follows.following': async (world) => {
    await followAuthor(world)
    return { input: { username: world.people.other.username }, shows: world.people.author.id }
  },
  'follows.following: of one not verified': async (world) => {
    return { input: await unverified(world), shows: world.people.author.id }
  },

  'follows.followers: of nobody': nobody,
  'follows.following: of nobody': nobody,

  'viewerState.read: a follow': async (world) => {
    const { id } = await world.buildMember()
    await setFollow(world.db, world.people.author.id, id, true)
    return { input: { profiles: id }, shows: id }
  },
}

/** Test cases for following or muting a post, and for following a concept. The author does all of it. */
export const subjects: Cases = {
  'postFollows.add': async (world) => ({ input: { id: await world.buildPost() } }),
  'postFollows.add: a post that is gone': async () => ({ input: { id: GONE } }),
  'postFollows.remove': async (world) => ({ input: { id: await followedPost(world) } }),
  'postFollows.remove: of a post that is gone': async () => ({ input: { id: GONE } }),
  'postMutes.add': async (world) => ({ input: { id: await world.buildPost() } }),
  'postMutes.add: a post that is gone': async () => ({ input: { id: GONE } }),
  'postMutes.remove': async (world) => ({ input: { id: await mutedPost(world) } }),
  'postMutes.remove: of a post that is gone': async () => ({ input: { id: GONE } }),
  'viewerState.read: a muted post': async (world) => {
    return { input: { posts: await mutedPost(world) }, shows: '"muted":true' }
  },
  'conceptFollows.add': async (world) => ({ input: { id: await buildConcept(world) } }),
  'conceptFollows.add: one that is gone': async () => ({ input: { id: GONE } }),
  'conceptFollows.remove': async (world) => ({ input: { id: await followedConcept(world) } }),
  'conceptFollows.remove: of one that is gone': async () => ({ input: { id: GONE } }),
  'following.posts': async (world) => ({ input: {}, shows: await followedPost(world) }),
  'following.discussions': async (world) => ({ input: {}, shows: await followedPost(world) }),
  'following.concepts': async (world) => ({ input: undefined, shows: await followedConcept(world) }),
  'viewerState.read: a followed post': async (world) => {
    return { input: { posts: await followedPost(world) }, shows: '"following":true' }
  },
  'viewerState.read: a followed concept': async (world) => {
    const id = await followedConcept(world)
    return { input: { concepts: id }, shows: id }
  },
}

const GONE = '01990000-0000-7000-8000-000000000000'

async function followedPost(world: World): Promise<string> {
  const id = await world.buildPost({ author: world.people.admin })
  await setPostFollow(world.db, world.people.author.id, id, true)
  return id
}

async function mutedPost(world: World): Promise<string> {
  const id = await world.buildPost({ author: world.people.admin })
  await setPostMute(world.db, world.people.author.id, id, true)
  return id
}

async function buildConcept({ db }: World): Promise<string> {
  const name = `Concept ${randomUUID().slice(0, 8)}`
  const concept = db.insertInto('concepts').values({ name, color: '#888888' }).returning('id')
  return (await concept.executeTakeFirstOrThrow()).id
}

async function followedConcept(world: World): Promise<string> {
  const id = await buildConcept(world)
  await addConceptFollow(world.db, world.people.author.id, id)
  return id
}

async function nobody() {
  return { input: { username: 'nobody-at-all' }, shows: 'nobody-at-all' }
}

async function followAuthor({ db, people }: World): Promise<void> {
  await db.deleteFrom('user_follows').execute()
  await setFollow(db, people.other.id, people.author.id, true)
}

/** Creates a member whose email address is not verified. */
async function unverified(world: World): Promise<{ username: string }> {
  const { id, username } = await world.buildMember()
  await setFollow(world.db, world.people.other.id, id, true)
  await setFollow(world.db, id, world.people.author.id, true)
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
  return { username }
}
