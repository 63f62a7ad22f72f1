import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { keepPace } from './pace.ts'

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => vi.unstubAllGlobals())

const NOON = Date.UTC(2026, 10, 21, 12)

test('five of a kind in a minute are let through, the sixth is told when to try again', () => {
  for (let second = 0; second < 5; second++) keepPace('sign-in', NOON + second * 1000)
  expect(() => keepPace('sign-in', NOON + 20_000)).toThrow('You are going too fast. Try again in 40 seconds.')
  expect(() => keepPace('mail', NOON + 20_000)).not.toThrow()
  keepPace('sign-in', NOON + 60_000)
  expect(() => keepPace('sign-in', NOON + 60_500)).toThrow('Try again in 1 second.')
})
