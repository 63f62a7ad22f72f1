import { afterEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../features/drafts/fake-storage.ts'
import { csrfToken, isCsrfToken } from './csrf.ts'
import { deviceShelf, isStorageForbidden, tabShelf, workerContainer } from './storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const shelf of [deviceShelf, tabShelf]) for (const name of shelf.names()) shelf.remove(name)
})

/** As Chromium does where site data is blocked: the look itself throws. */
function forbid(...names: string[]) {
  for (const name of names) {
    vi.stubGlobal(name, undefined)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  }
}

test('what is kept is in the storage, and a browser that allows it forbids nothing', () => {
  const storage = fakeStorage()
  vi.stubGlobal('localStorage', storage)
  expect(deviceShelf.set('a', '1')).toBe(true)
  expect([storage.getItem('a'), deviceShelf.get('a'), deviceShelf.names()]).toEqual(['1', '1', ['a']])
  deviceShelf.remove('a')
  expect([deviceShelf.get('a'), deviceShelf.names()]).toEqual([null, []])
  expect(isStorageForbidden()).toBe(false)
})

test('where even a look is forbidden it is kept in the page', () => {
  forbid('localStorage', 'sessionStorage')
  expect(isStorageForbidden()).toBe(true)
  for (const shelf of [deviceShelf, tabShelf]) {
    expect(shelf.get('a')).toBeNull()
    expect(shelf.set('a', '1')).toBe(false)
    expect([shelf.get('a'), shelf.names()]).toEqual(['1', ['a']])
    shelf.remove('a')
    expect(shelf.get('a')).toBeNull()
  }
})

test('what a full storage has no room for is kept in the page, in place of what it had', () => {
  vi.stubGlobal('localStorage', fakeStorage(3))
  deviceShelf.set('a', '1')
  expect(deviceShelf.set('a', '12345')).toBe(false)
  expect(deviceShelf.get('a')).toBe('12345')
  expect(deviceShelf.set('a', '2')).toBe(true)
  expect(deviceShelf.get('a')).toBe('2')
})

test('a tab has one token, also where it may keep nothing', () => {
  forbid('sessionStorage')
  const token = csrfToken()
  expect(isCsrfToken(token)).toBe(true)
  expect(csrfToken()).toBe(token)
})

test('a browser that hides its workers has none', () => {
  vi.stubGlobal('navigator', {
    get serviceWorker() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(workerContainer()).toBeUndefined()
})
