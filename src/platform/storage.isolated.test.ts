import { afterEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../tests/fake-storage.ts'
import { csrfToken, isCsrfToken } from './http/csrf.ts'
import { deviceStorage, isStorageForbidden, tabStorage, workerContainer } from './storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const shelf of [deviceStorage, tabStorage]) for (const name of shelf.names()) shelf.remove(name)
})

/** Simulates Chromium with blocked site data, where even accessing the storage object throws. */
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
  expect(deviceStorage.set('a', '1')).toBe(true)
  expect([storage.getItem('a'), deviceStorage.get('a'), deviceStorage.names()]).toEqual(['1', '1', ['a']])
  deviceStorage.remove('a')
  expect([deviceStorage.get('a'), deviceStorage.names()]).toEqual([null, []])
  expect(isStorageForbidden()).toBe(false)
})

test('where even a look is forbidden it is kept in the page', () => {
  forbid('localStorage', 'sessionStorage')
  expect(isStorageForbidden()).toBe(true)
  for (const shelf of [deviceStorage, tabStorage]) {
    expect(shelf.get('a')).toBeNull()
    expect(shelf.set('a', '1')).toBe(false)
    expect([shelf.get('a'), shelf.names()]).toEqual(['1', ['a']])
    shelf.remove('a')
    expect(shelf.get('a')).toBeNull()
  }
})

test('what a full storage has no room for is kept in the page, in place of what it had', () => {
  vi.stubGlobal('localStorage', fakeStorage(3))
  deviceStorage.set('a', '1')
  expect(deviceStorage.set('a', '12345')).toBe(false)
  expect(deviceStorage.get('a')).toBe('12345')
  expect(deviceStorage.set('a', '2')).toBe(true)
  expect(deviceStorage.get('a')).toBe('2')
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
