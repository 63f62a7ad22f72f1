import { expect, test, vi } from 'vitest'
import { batchViewerState } from './batch.ts'
import { DEFAULT_STATE, VIEWER_STATE_BATCH_MAX, VIEWER_STATE_BODY_MAX } from './policy.ts'

const can = { edit: false, delete: false, remove: false }
const ofPost = { vote_type: 1, bookmarked: true, following: false, muted: false, unread: 3, can } as const
const ofComment = { vote_type: -1, can } as const
const NOTHING = { posts: {}, comments: {}, notes: {}, profiles: {}, concepts: {} }
const ofNote = { user_liked: true, can }

test('what is asked for in one go is one call', async () => {
  const read = vi.fn(async () => ({
    posts: { p1: ofPost },
    comments: { c1: ofComment },
    notes: { n1: ofNote },
    profiles: {},
    concepts: {},
  }))
  const load = batchViewerState({ read, readMany: vi.fn() })
  expect(
    await Promise.all([load('post', 'p1'), load('post', 'p2'), load('comment', 'c1'), load('note', 'n1')]),
  ).toEqual([ofPost, DEFAULT_STATE.post, ofComment, ofNote])
  expect(read.mock.calls).toEqual([[{ posts: 'p1,p2', comments: 'c1', notes: 'n1' }]])
})

test('what is asked for later is another call', async () => {
  const read = vi.fn(async () => ({ posts: {}, comments: {}, notes: {}, profiles: {}, concepts: {} }))
  const load = batchViewerState({ read, readMany: vi.fn() })
  await load('post', 'p1')
  await load('comment', 'c1')
  expect(read.mock.calls).toEqual([[{ posts: 'p1' }], [{ comments: 'c1' }]])
})

test('more than fits an address is one call with a body', async () => {
  const [read, readMany] = [vi.fn(), vi.fn(async () => ({ ...NOTHING, posts: { p7: ofPost } }))]
  const load = batchViewerState({ read, readMany })
  const ids = Array.from({ length: VIEWER_STATE_BATCH_MAX + 1 }, (_, index) => `p${index}`)
  const states = await Promise.all(ids.map((id) => load('post', id)))
  expect(states.filter((state) => state === ofPost)).toHaveLength(1)
  expect(readMany.mock.calls).toEqual([[{ posts: ids }]])
  expect(read).not.toHaveBeenCalled()
})

test('more than fits a body is several calls, and a failure is only that of its own', async () => {
  const readMany = vi.fn(async (): Promise<never> => {
    throw new Error('offline')
  })
  const read = vi.fn(async () => ({ ...NOTHING, posts: { [`p${VIEWER_STATE_BODY_MAX}`]: ofPost } }))
  const load = batchViewerState({ read, readMany })
  const marks = Array.from({ length: VIEWER_STATE_BODY_MAX + 1 }, (_, index) => load('post', `p${index}`))
  const settled = await Promise.allSettled(marks)
  expect([readMany, read].map((each) => each.mock.calls.length)).toEqual([1, 1])
  expect(settled[0]?.status).toBe('rejected')
  expect(settled.at(-1)).toEqual({ status: 'fulfilled', value: ofPost })
})
