import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recoverFromLostFiles } from './lost-files.ts'

const FILE = 'http://localhost:3000/assets/editor-1234567.js'
const reload = vi.fn()
let flags: { leaving?: string }
let status: number | 'aborted'
const asked: string[] = []
const here = { pathname: '/forum', search: '', reload }

beforeEach(() => {
  flags = {}
  status = 404
  asked.length = 0
  reload.mockClear()
  Object.assign(here, { pathname: '/forum' })
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window))
  vi.stubGlobal('location', here)
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('document', {
    documentElement: { dataset: flags },
    querySelector: () => ({ src: 'http://localhost:3000/assets/index-1234567.js' }),
  })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (status === 'aborted') throw new TypeError('NetworkError when attempting to fetch resource.')
    return new Response(null, { status })
  })
  recoverFromLostFiles()
})
afterEach(() => vi.unstubAllGlobals())

async function fail(message = `error loading dynamically imported module: ${FILE}`): Promise<void> {
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError(message) }))
  await new Promise((resolve) => setTimeout(resolve))
}

test('a file that is gone brings the page again, once', async () => {
  await fail()
  await fail()
  expect(asked).toEqual([FILE, FILE])
  expect(reload).toHaveBeenCalledTimes(1)
})

test('where the browser names no file, the script of the build is asked for', async () => {
  await fail('Importing a module script failed.')
  expect(asked).toEqual(['http://localhost:3000/assets/index-1234567.js'])
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([200, 503, 'aborted'] as const)('a file that is answered with %s is not gone', async (answer) => {
  status = answer
  await fail()
  expect(reload).not.toHaveBeenCalled()
})

// Firefox rejects pending imports when the user follows a link. A reload would cancel that navigation.
test('nobody who follows a link is held back', async () => {
  flags.leaving = ''
  await fail()
  expect(reload).not.toHaveBeenCalled()
})

test('nor is who has gone to another page of the application meanwhile', async () => {
  const failing = fail()
  Object.assign(here, { pathname: '/notes' })
  await failing
  expect(reload).not.toHaveBeenCalled()
})
