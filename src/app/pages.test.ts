import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countingStatements } from '../../tests/statements.ts'
import { makeWorld, type World } from '../../tests/world.ts'
import { router } from './router.server.ts'

let world: World
let id: string
let note: string
let statements: string[]
let context: ReturnType<World['asContext']>

beforeAll(async () => {
  world = await makeWorld()
  id = await world.buildPost()
  await world.db.insertInto('concepts').values({ name: 'Ethics', color: '#112233' }).execute()
  await world.buildComment({ post_id: id })
  note = await world.buildNote()
  await world.buildNote({ parent_id: note })
})
afterAll(() => world.close())
beforeEach(() => {
  const counting = countingStatements(world.db)
  statements = counting.statements
  context = { ...world.asContext(null), db: counting.db }
})

// Counts each page's SQL statements by repeating its requests (src/routes). Raise a number only deliberately.
it('the home page takes three statements', async () => {
  await call(router.posts.list, { limit: 5 }, { context })
  await call(router.activity.list, { limit: 5 }, { context })
  await call(router.community.numbers, undefined, { context })
  expect(statements).toHaveLength(3)
})

it('the list takes two statements', async () => {
  await call(router.posts.list, { pinned: 'first' }, { context })
  await call(router.concepts.list, undefined, { context })
  expect(statements).toHaveLength(2)
})

it('a search takes as many as a list', async () => {
  await call(router.posts.list, { search: 'words' }, { context })
  await call(router.concepts.list, undefined, { context })
  expect(statements).toHaveLength(2)
})

it('suggestions take three statements at once, and none for a single letter', async () => {
  await call(router.suggestions.list, { search: 'a' }, { context })
  expect(statements).toHaveLength(0)
  await call(router.suggestions.list, { search: 'words' }, { context })
  expect(statements).toHaveLength(3)
})

it('a post with its comments takes three statements', async () => {
  await call(router.posts.read, { id }, { context })
  await call(router.posts.related, { id }, { context })
  await call(router.comments.list, { id }, { context })
  expect(statements).toHaveLength(3)
})

it('a concept takes three statements, the list of them one', async () => {
  const { items } = await call(router.concepts.list, undefined, { context })
  expect(statements).toHaveLength(1)
  await call(router.concepts.read, { id: items[0]?.id ?? '' }, { context })
  await call(router.posts.list, { concepts: [items[0]?.id ?? ''] }, { context })
  expect(statements).toHaveLength(3)
})

it('the best and the thinkers take one statement each', async () => {
  await call(router.best.list, undefined, { context })
  expect(statements).toHaveLength(1)
  await call(router.thinkers.list, undefined, { context })
  expect(statements).toHaveLength(2)
})

it('resources, events to come and past ones take one statement each, and so do changes and counts', async () => {
  const asEditor = { context: { ...context, viewer: world.people.editor } }
  await call(router.resources.list, undefined, { context })
  await call(router.events.list, {}, { context })
  await call(router.events.list, { when: 'past' }, { context })
  expect(statements.splice(0)).toHaveLength(3)
  await call(router.changes.list, {}, asEditor)
  await call(router.collections.list, undefined, asEditor)
  expect(statements).toHaveLength(2)
})

it('the notes take one statement, a note with its replies two', async () => {
  await call(router.notes.list, {}, { context })
  await call(router.notes.list, { sort: 'trending' }, { context })
  expect(statements).toHaveLength(2)
  await call(router.notes.read, { id: note }, { context })
  await call(router.notes.replies, { id: note }, { context })
  expect(statements).toHaveLength(4)
})

it('a profile takes two statements', async () => {
  const { username } = world.people.author
  await call(router.profiles.read, { username }, { context })
  await call(router.profiles.posts, { username }, { context })
  expect(statements).toHaveLength(2)
})

it('the community takes two statements', async () => {
  await call(router.community.read, undefined, { context })
  expect(statements).toHaveLength(2)
})

it('a page of users takes one statement', async () => {
  await call(router.users.list, { search: 'ada' }, { context: { ...context, viewer: world.people.editor } })
  expect(statements).toHaveLength(1)
})

it('conversations take one statement, a thread two, and a message two, also the first to a stranger', async () => {
  const { member, other } = world.people
  const asMember = { ...context, viewer: member }
  const { username } = other
  await call(router.conversations.send, { username, content: 'Hello' }, { context: asMember })
  expect(statements.splice(0)).toHaveLength(2)
  await call(router.conversations.send, { username, content: 'And more' }, { context: asMember })
  expect(statements.splice(0)).toHaveLength(2)
  await call(router.conversations.list, {}, { context: asMember })
  expect(statements.splice(0)).toHaveLength(1)
  await call(router.conversations.messages, { username }, { context: asMember })
  expect(statements.splice(0)).toHaveLength(2)
})

it('what a member adds to a page takes one statement each', async () => {
  const asMember = { ...context, viewer: world.people.member }
  await call(router.viewerState.read, { posts: id }, { context: asMember })
  expect(statements).toHaveLength(1)
  await call(router.votes.post, { id, vote_type: 1 }, { context: asMember })
  expect(statements).toHaveLength(2)
  await call(router.viewerState.read, { notes: note }, { context: asMember })
  expect(statements).toHaveLength(3)
})

it('the page of followers takes two statements, and a follow two', async () => {
  const { member, other } = world.people
  await call(router.profiles.read, { username: other.username }, { context })
  await call(router.follows.followers, { username: other.username }, { context })
  expect(statements).toHaveLength(2)
  await call(router.follows.add, { username: other.username }, { context: { ...context, viewer: member } })
  expect(statements).toHaveLength(4)
})

it('notifications take one statement, and so does the activity of a member', async () => {
  const asMember = { ...context, viewer: world.people.member }
  await call(router.notifications.list, {}, { context: asMember })
  expect(statements).toHaveLength(1)
  await call(router.activity.list, {}, { context: asMember })
  expect(statements).toHaveLength(2)
})
