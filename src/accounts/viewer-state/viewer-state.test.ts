import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { VIEWER_STATE_BATCH_MAX } from './policy.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const NOBODYS_ID = '01990000-0000-7000-8000-000000000000'
const NOTHING = { posts: {}, comments: {}, notes: {}, profiles: {}, concepts: {} }
const NONE = { edit: false, delete: false, remove: false }
const ALL = { edit: true, delete: true, remove: false }

describe('my marks', () => {
  test('are my votes, my bookmarks and what I may do, for all that is asked for at once', async () => {
    const { member, other } = world.people
    const [liked, own, strange] = [
      await world.buildPost(),
      await world.buildPost({ author: member }),
      await world.buildPost(),
    ]
    const [disliked, mine, theirs] = [
      await world.buildComment({ post_id: liked, author: other }),
      await world.buildComment({ post_id: liked, author: member }),
      await world.buildComment({ post_id: liked, author: other }),
    ]
    await call(router.votes.post, { id: liked, vote_type: 1 }, as(member))
    await call(router.bookmarks.add, { id: liked }, as(member))
    await call(router.votes.comment, { id: disliked, vote_type: -1 }, as(member))
    expect(await read(member, [liked, own, strange, NOBODYS_ID], [disliked, mine, theirs])).toEqual({
      ...NOTHING,
      posts: {
        [liked]: { vote_type: 1, bookmarked: true, following: false, muted: false, unread: null, can: NONE },
        [own]: { vote_type: 0, bookmarked: false, following: false, muted: false, unread: null, can: ALL },
      },
      comments: { [disliked]: { vote_type: -1, can: NONE }, [mine]: { vote_type: 0, can: ALL } },
    })
  })

  test('of notes are my likes, and that I may edit and delete my own', async () => {
    const { member, other, moderator } = world.people
    const liked = await world.buildNote({ author: other })
    const own = await world.buildNote({ author: member })
    const reply = await world.buildNote({ author: member, parent_id: liked })
    const strange = await world.buildNote({ author: other })
    await call(router.notes.like, { id: liked }, as(member))
    await call(router.notes.like, { id: reply }, as(member))
    const ids = [liked, own, reply, strange, NOBODYS_ID].join(',')
    const marks = (person: Viewer) => call(router.viewerState.read, { notes: ids }, as(person))
    expect((await marks(member)).notes).toEqual({
      [liked]: { user_liked: true, can: { edit: false, delete: false, remove: false } },
      [own]: { user_liked: false, can: { edit: true, delete: true, remove: false } },
      [reply]: { user_liked: true, can: { edit: true, delete: true, remove: false } },
    })
    expect(Object.keys((await marks(other)).notes).sort()).toEqual([liked, strange].sort())
    expect((await marks(moderator)).notes[own]).toEqual({
      user_liked: false,
      can: { edit: false, delete: false, remove: true },
    })
  })

  test('are nobody else’s', async () => {
    const { member, author, moderator } = world.people
    const post = await world.buildPost({ author })
    await call(router.votes.post, { id: post, vote_type: 1 }, as(member))
    await call(router.bookmarks.add, { id: post }, as(member))
    const unmarked = { vote_type: 0, bookmarked: false, following: false, muted: false, unread: null }
    expect(await read(world.people.other, [post])).toEqual(NOTHING)
    expect((await read(author, [post])).posts).toEqual({ [post]: { ...unmarked, can: ALL } })
    // A moderator receives the state of every post, because roles may give rights.
    expect((await read(moderator, [post])).posts).toEqual({
      [post]: { ...unmarked, can: { ...NONE, remove: true } },
    })
  })

  test('say whom I follow, and that I cannot follow myself', async () => {
    const { member, other, author } = world.people
    await call(router.follows.add, { username: other.username }, as(member))
    const profiles = [member, other, author].map(({ id }) => id).join(',')
    expect(await call(router.viewerState.read, { profiles }, as(member))).toEqual({
      ...NOTHING,
      profiles: {
        [member.id]: { following: false, can: { follow: false } },
        [other.id]: { following: true, can: { follow: true } },
      },
    })
    const asOther = await call(router.viewerState.read, { profiles: member.id }, as(other))
    expect(asOther.profiles).toEqual({})
  })

  test('of nothing are nothing', async () => {
    expect(await call(router.viewerState.read, {}, as(world.people.member))).toEqual(NOTHING)
  })

  test('are for members', async () => {
    await expect(read(null, [NOBODYS_ID])).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test(`are asked for by id, for ${VIEWER_STATE_BATCH_MAX} of a kind at most`, async () => {
    const ids = (count: number) => Array.from({ length: count }, () => NOBODYS_ID)
    const { member } = world.people
    expect(await read(member, ids(VIEWER_STATE_BATCH_MAX), ids(VIEWER_STATE_BATCH_MAX))).toEqual(NOTHING)
    await expect(read(member, ids(VIEWER_STATE_BATCH_MAX + 1))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(read(member, ['a', 'b'])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function read(person: Viewer | null, posts: string[], comments: string[] = []) {
  return call(router.viewerState.read, { posts: posts.join(','), comments: comments.join(',') }, as(person))
}
