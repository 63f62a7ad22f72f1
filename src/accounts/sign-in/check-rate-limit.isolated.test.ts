import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { checkRateLimit } from './auth-client.ts'

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => vi.unstubAllGlobals())

const NOON = Date.UTC(2026, 10, 21, 12)

test('five of a kind in a minute are let through, the sixth is told when to try again', () => {
  for (let second = 0; second < 5; second++) checkRateLimit('sign-in', NOON + second * 1000)
  expect(() => checkRateLimit('sign-in', NOON + 20_000)).toThrow(
    "You're going too fast. Try again in 40 seconds.",
  )
  expect(() => checkRateLimit('mail', NOON + 20_000)).not.toThrow()
  checkRateLimit('sign-in', NOON + 60_000)
  expect(() => checkRateLimit('sign-in', NOON + 60_500)).toThrow('Try again in 1 second.')
})
