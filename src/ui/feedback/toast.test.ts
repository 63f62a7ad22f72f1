import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showRateLimitToast } from '../../api/core/rate-limit-toast.ts'
import { showToastsWith, type ToastMessage, toast } from './toast.ts'

let shown: ToastMessage[]
let stop: () => void

beforeEach(() => {
  shown = []
  stop = showToastsWith((message) => shown.push(message))
})
afterEach(() => stop())

test('who goes too fast hears once when to try again, and not what the form makes of it', async () => {
  showRateLimitToast(new Response('{}', { status: 429, headers: { 'retry-after': '40' } }))
  toast({ kind: 'error', title: 'Error voting', description: 'Please try again later' })
  toast({ kind: 'success', title: 'Something else went well' })
  expect(shown.map(({ title, description }) => [title, description])).toEqual([
    ['You are going too fast', 'Try again in 40 seconds.'],
    ['Something else went well', undefined],
  ])
  await sleep(600)
  toast({ kind: 'error', title: 'Error voting' })
  expect(shown).toHaveLength(3)
})

test.each([200, 401, 404, 500])('a %d is left to who asked', (status) => {
  showRateLimitToast(new Response('{}', { status }))
  toast({ kind: 'error', title: 'Error' })
  expect(shown.map(({ title }) => title)).toEqual(['Error'])
})
