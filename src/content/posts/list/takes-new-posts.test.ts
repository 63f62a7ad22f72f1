import { expect, test } from 'vitest'
import { type ListOptions, takesNewPosts } from './list-queries.ts'

test('the newest first takes what is published, whatever concepts and times are asked for', () => {
  for (const options of [{}, { pinnedFirst: true }, { time: 'week' }, { concepts: ['a'] }] as ListOptions[])
    expect(takesNewPosts(options)).toBe(true)
})

test('another order, a search, a later page or a filter that nobody knows here takes nothing', () => {
  const others: ListOptions[] = [{ sort: 'top' }, { search: 'mind' }, { search: 'mind', sort: 'newest' }]
  for (const options of [...others, { cursor: 'x' }, { from: 'following' } as ListOptions])
    expect(takesNewPosts(options)).toBe(false)
})
