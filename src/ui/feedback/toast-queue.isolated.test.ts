import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ToastMessage } from './toast.ts'
import { toastQueue } from './toast-queue.ts'

let isWide: boolean
let open: string[]
let closers: Map<string, () => void>
let add: (message: ToastMessage) => void

const FADED = 200
const plain = (title: string): ToastMessage => ({ title })
const kept = (title: string): ToastMessage => ({ title, onClose: () => {} })
const close = (title: string) => {
  closers.get(title)?.()
  vi.advanceTimersByTime(FADED)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }))
  isWide = true
  open = []
  closers = new Map()
  add = toastQueue(({ title }, onClose) => {
    open.push(title)
    const closeIt = () => {
      open = open.filter((each) => each !== title)
      onClose()
    }
    closers.set(title, closeIt)
    return closeIt
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('on a wide window the oldest makes way for a fourth', () => {
  for (const title of ['a', 'b', 'c', 'd']) add(plain(title))
  expect(open).toEqual(['b', 'c', 'd'])
})

test('what keeps its time makes way for none: two of these leave room for another, and the third waits', () => {
  add(plain('a'))
  for (const title of ['x', 'y', 'z']) add(kept(title))
  add(plain('b'))
  expect(open).toEqual(['x', 'y', 'b'])
  close('x')
  expect(open).toEqual(['y', 'b', 'z'])
})

test('on a phone all wait for the one that shows, and what has become pointless does not come', () => {
  isWide = false
  const stop = new AbortController()
  add(kept('x'))
  add({ ...kept('y'), until: stop.signal })
  add(plain('a'))
  expect(open).toEqual(['x'])
  stop.abort()
  close('x')
  expect(open).toEqual(['a'])
})
