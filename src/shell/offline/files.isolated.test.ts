import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchFile } from './files.ts'

beforeEach(() => {
  vi.stubGlobal('caches', {
    open: async () => ({ match: async () => undefined, put: async () => undefined }),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a file goes on loading when the page that asked for it is left', async () => {
  const signals: unknown[] = []
  vi.stubGlobal('fetch', async (asked: string | Request, init?: RequestInit) => {
    signals.push(asked instanceof Request ? asked.signal : init?.signal)
    return new Response('')
  })
  await fetchFile('/assets/part-1234567.js')
  expect(signals).toEqual([undefined])
})
