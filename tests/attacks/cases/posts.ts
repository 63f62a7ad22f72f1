import { addBookmark } from '../../../src/content/bookmarks/sql.server.ts'
import { voteOnComment, voteOnPost } from '../../../src/content/votes/sql.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { saveReadPosition } from '../../../src/shared/read-positions/sql.server.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const TEXT = { title: 'A title', content: '<p>Words.</p>' }

export const posts: Cases = {
  'posts.list': shown,
  'posts.read': shown,
  'posts.read: one that is gone': async () => ({ input: { id: newId() }, shows: TEXT.title }),
  'posts.neighbours': async (world) => {
    const previous = await world.buildPost()
    const id = await world.buildPost()
    const undo = () => world.db.deleteFrom('posts').where('id', 'in', [previous, id]).execute()
    return { input: { id }, shows: previous, undo }
  },
  'posts.neighbours: of one that is gone': async () => ({ input: { id: newId() }, shows: TEXT.title }),
  'posts.related': async (world) => {
    const related = await world.buildPost()
    await world.db.updateTable('posts').set({ votes_score: 1e6 }).where('id', '=', related).execute()
    const undo = () => world.db.deleteFrom('posts').where('id', '=', related).execute()
    return { input: { id: await world.buildPost() }, shows: related, undo }
  },
  'posts.related: to one that is gone': async () => ({ input: { id: newId() }, shows: TEXT.title }),
  'posts.view': onPost,
  'posts.view: one that is gone': gone,
  'previews.create': async () => ({
    input: { content: '**Words**' },
    shows: '<strong>Words</strong>',
  }),
  'posts.create': async () => ({ input: TEXT }),
  "posts.create: with the id of another's": async (world) => {
    return { input: { ...TEXT, id: await world.buildPost({ author: await world.buildMember() }) } }
  },
  'posts.update': async (world) => ({ input: { ...TEXT, id: await world.buildPost() } }),
  'posts.update: one that is gone': async () => ({ input: { ...TEXT, id: newId() } }),
  'posts.update: one whose author has left': async (world) => {
    return { input: { ...TEXT, id: await world.buildPost({ author: null }) } }
  },
  'posts.remove': onPost,
  'posts.remove: one whose author has left': async (world) => {
    return { input: { id: await world.buildPost({ author: null }) } }
  },
  'posts.remove: one that is gone': gone,

  'votes.post': async (world) => ({ input: { id: await world.buildPost(), vote_type: 1 } }),
  'votes.scores': async (world) => {
    const id = await world.buildPost()
    await world.db.updateTable('posts').set({ votes_score: 9e6 }).where('id', '=', id).execute()
    const undo = () => world.db.deleteFrom('posts').where('id', '=', id).execute()
    return { input: { id, ids: id }, shows: '9000000', undo }
  },
  'votes.scores: of one that is gone': async () => {
    const id = newId()
    return { input: { id, ids: id }, shows: id }
  },
  'votes.post: one that is gone': async () => ({ input: { id: newId(), vote_type: 1 } }),

  'bookmarks.list': async (world) => {
    const post_id = await world.buildPost()
    await addBookmark(world.db, world.people.author.id, post_id)
    return { input: {}, shows: post_id }
  },
  'bookmarks.list: a post that is gone': async (world) => {
    const id = await world.buildPost()
    await addBookmark(world.db, world.people.author.id, id)
    await world.db.deleteFrom('posts').where('id', '=', id).execute()
    return { input: {}, shows: id }
  },
  'bookmarks.add': onPost,
  'bookmarks.add: a post that is gone': gone,
  'bookmarks.remove: of a post that is gone': gone,
  'bookmarks.remove': async (world) => {
    const id = await world.buildPost()
    await addBookmark(world.db, world.people.author.id, id)
    return { input: { id } }
  },

  'viewerState.read': async (world) => ({ input: { posts: await world.buildPost() }, shows: '"edit":true' }),
  'viewerState.read: a vote': async (world) => {
    const id = await world.buildPost({ author: world.people.other })
    await voteOnPost(world.db, world.people.author.id, { id, vote_type: -1 })
    return { input: { posts: id }, shows: '"vote_type":-1' }
  },
  'viewerState.read: a vote on a comment': async (world) => {
    const id = await world.buildComment({ post_id: await world.buildPost() })
    await voteOnComment(world.db, world.people.author.id, { id, vote_type: -1 })
    return { input: { comments: id }, shows: '"vote_type":-1' }
  },
  'viewerState.read: a bookmark': async (world) => {
    const id = await world.buildPost({ author: world.people.other })
    await addBookmark(world.db, world.people.author.id, id)
    return { input: { posts: id }, shows: '"bookmarked":true' }
  },
  'viewerState.read: what is new': async (world) => {
    const id = await buildUnread(world)
    return { input: { posts: id }, shows: '"unread":1' }
  },
  'viewerState.readMany': async (world) => {
    const id = await buildUnread(world)
    return { input: { posts: [id] }, shows: '"unread":1' }
  },
  'news.list': async (world) => {
    const id = await buildUnread(world)
    await world.db.updateTable('posts').set({ created_at: '2024-01-01' }).where('id', '=', id).execute()
    return { input: undefined, shows: id }
  },
  'reads.update': async (world) => ({ input: { id: await world.buildPost() } }),
  'reads.update: of a post that is gone': async () => ({ input: { id: newId() } }),

  'best.list': async (world) => {
    const id = await world.buildPost()
    await world.db.updateTable('posts').set({ votes_score: 1e6 }).where('id', '=', id).execute()
    const undo = () => world.db.deleteFrom('posts').where('id', '=', id).execute()
    return { input: undefined, shows: id, undo }
  },

  'thinkers.list': async ({ db }) => {
    const name = `Thinker ${newId()}`
    await db
      .insertInto('featured_thinkers')
      .values({ name, field_of_expertise: 'Thought', bio: 'A life.' })
      .execute()
    return { input: undefined, shows: name }
  },

  'concepts.list': async (world) => ({ input: undefined, shows: await buildConcept(world) }),
  'concepts.read: one that is gone': async () => ({ input: { id: newId() }, shows: 'On ' }),
  'concepts.read': async (world) => {
    const id = await buildConcept(world)
    return { input: { id }, shows: id }
  },
}

async function shown(world: World) {
  const id = await world.buildPost()
  return { input: { id }, shows: id }
}

async function gone() {
  return { input: { id: newId() } }
}

async function onPost(world: World) {
  return { input: { id: await world.buildPost() } }
}

async function buildConcept({ db }: World): Promise<string> {
  const concept = { name: `On ${newId()}`, color: '#112233', description: '' }
  return (await db.insertInto('concepts').values(concept).returning('id').executeTakeFirstOrThrow()).id
}

/** Creates a post by `other` that the author has read, and then adds a new comment. */
async function buildUnread(world: World): Promise<string> {
  const { author, other } = world.people
  const id = await world.buildPost({ author: other })
  await saveReadPosition(world.db, author.id, { id })
  await world.buildComment({ post_id: id, author: other })
  return id
}
