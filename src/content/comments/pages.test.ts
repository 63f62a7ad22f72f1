import { describe, expect, it, test } from 'vitest'
import { type CommentPages, withComment, withoutComment, withoutDeletedComment } from './comment-cache.ts'
import type { Comment } from './contract.ts'
import { groupThreads } from './threads.ts'

function comment(id: string, parent_id: string | null = null, rest: Partial<Comment> = {}): Comment {
  return {
    id,
    post_id: 'post',
    parent_id,
    author_roles: [],
    answered: null,
    content: `words of ${id}`,
    content_html: '',
    author: { id: 'mara', username: 'mara', full_name: null, avatar_url: null },
    votes_score: 0,
    is_deleted: false,
    created_at: '2026-11-01T10:00:00.000000Z',
    edited_at: null,
    ...rest,
  }
}

const pagesOf = (...pages: Comment[][]): CommentPages => ({
  pages: pages.map((items) => ({ items, next: null })),
  pageParams: pages.map(() => undefined),
})
const shape = ({ pages }: CommentPages) =>
  groupThreads(pages.flatMap((page) => page.items)).map((thread) => [
    thread.comment.is_deleted ? `(${thread.comment.id})` : thread.comment.id,
    ...thread.replies.map(({ id }) => id),
  ])

test('a new comment is first where the newest are, a new reply below its comment', () => {
  const pages = pagesOf([comment('b'), comment('a')])
  expect(shape(withComment(pages, comment('c'), 'newest'))).toEqual([['c'], ['b'], ['a']])
  expect(shape(withComment(pages, comment('r', 'b'), 'newest'))).toEqual([['b', 'r'], ['a']])
})

describe('threads', () => {
  const pages = pagesOf([comment('a'), comment('a1', 'a'), comment('b')], [comment('c'), comment('c1', 'c')])

  it('are top-level comments with their replies', () =>
    expect(shape(pages)).toEqual([['a', 'a1'], ['b'], ['c', 'c1']]))

  it('get a new comment at the end, a new reply below its comment', () => {
    expect(shape(withComment(pages, comment('d')))).toEqual([['a', 'a1'], ['b'], ['c', 'c1'], ['d']])
    expect(shape(withComment(pages, comment('a2', 'a')))).toEqual([['a', 'a1', 'a2'], ['b'], ['c', 'c1']])
  })

  it('go on over pages, and get a new reply behind the last of them', () => {
    const split = pagesOf([comment('a'), comment('a1', 'a')], [comment('a2', 'a'), comment('b')])
    expect(shape(split)).toEqual([['a', 'a1', 'a2'], ['b']])
    expect(shape(withComment(split, comment('a3', 'a')))).toEqual([['a', 'a1', 'a2', 'a3'], ['b']])
    expect(shape(pagesOf([comment('a2', 'a'), comment('b')]))).toEqual([['a2'], ['b']])
  })

  it('show a comment once that came again on a later page, and an edited one in its place', () => {
    const twice = withComment(pages, comment('b', null, { content: 'edited' }))
    expect(shape(twice)).toEqual(shape(pages))
    expect(twice.pages[0]?.items[2]?.content).toBe('edited')
    expect(shape(pagesOf([comment('a'), comment('d')], [comment('c'), comment('d')]))).toEqual([
      ['a'],
      ['d'],
      ['c'],
    ])
  })

  it('lose a deleted comment, keep a stub above replies, and lose that with the last reply', () => {
    expect(shape(withoutComment(pages, comment('b')))).toEqual([
      ['a', 'a1'],
      ['c', 'c1'],
    ])
    const stub = withoutComment(pages, comment('a'))
    expect(shape(stub)).toEqual([['(a)', 'a1'], ['b'], ['c', 'c1']])
    expect(stub.pages[0]?.items[0]).toMatchObject({ content: '', author: null })
    expect(shape(withoutComment(stub, comment('a1', 'a')))).toEqual([['b'], ['c', 'c1']])
    expect(shape(withoutComment(pages, comment('a1', 'a')))).toEqual([['a'], ['b'], ['c', 'c1']])
  })
})

describe('a comment that is being deleted', () => {
  const [root, reply] = [comment('a'), comment('a1', 'a')]

  it('leaves its discussion as the server will leave it, also when its replies go before it', () => {
    const pages = pagesOf([root, reply, comment('b')])
    expect(shape(withoutDeletedComment(root)(pages) as CommentPages)).toEqual([['(a)', 'a1'], ['b']])
    for (const order of [
      [root, reply],
      [reply, root],
    ]) {
      const shown = order.reduce<unknown>((data, each) => withoutDeletedComment(each)(data), pages)
      expect(shape(shown as CommentPages)).toEqual([['b']])
    }
    const others = pagesOf([comment('b')])
    expect(withoutDeletedComment(root)(others)).toBe(others)
  })

  it('is gone from other lists, and not counted', () => {
    const without = withoutDeletedComment(root)
    expect(without({ items: [{ id: 'a', excerpt: '' }, { id: 'z' }] })).toEqual({ items: [{ id: 'z' }] })
    expect(without({ id: 'post', comment_count: 3 })).toEqual({ id: 'post', comment_count: 2 })
    expect(without({ items: [{ post: { id: 'post', comment_count: 1 } }] })).toEqual({
      items: [{ post: { id: 'post', comment_count: 0 } }],
    })
  })
})
