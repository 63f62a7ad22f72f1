import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explainRateLimit } from '../../core/rate-limit-toast.ts'
import { setToastPresenter, type ToastMessage, toast, toastInsteadOfError } from './toast.ts'

let shown: ToastMessage[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  shown = []
  stop = setToastPresenter((message) => shown.push(message))
})
afterEach(() => {
  vi.advanceTimersByTime(600)
  vi.useRealTimers()
  stop()
})

const told = () => shown.map(({ title, description }) => [title, description])
const SENTENCE = "You're posting too fast. Try again in 24 hours."
const haste = (body: unknown = { message: SENTENCE }) =>
  new Response(JSON.stringify(body), { status: 429, headers: { 'retry-after': '40' } })

test('an error after a 429 keeps its title, with the sentence of the server below', async () => {
  const response = haste()
  await explainRateLimit(response)
  toast({ kind: 'success', title: 'Something else went well' })
  toast({ kind: 'error', title: 'Error voting', description: 'Please try again later' })
  toast({ kind: 'error', title: 'Error creating post' })
  const expected = [
    ['Something else went well', undefined],
    ['Error voting', SENTENCE],
    ['Error creating post', SENTENCE],
  ]
  expect(told()).toEqual(expected)
  vi.advanceTimersByTime(600)
  expect(told()).toEqual(expected)
  toast({ kind: 'error', title: 'Error voting', description: 'Please try again later' })
  expect(told().at(-1)).toEqual(['Error voting', 'Please try again later'])
  expect(await response.json()).toEqual({ message: SENTENCE })
})

test('a 429 that its caller does not mention is shown by itself', async () => {
  await explainRateLimit(haste())
  vi.advanceTimersByTime(600)
  expect(told()).toEqual([['You’re going too fast', SENTENCE]])
})

test('a 429 of a proxy has no sentence, but says when to try again', async () => {
  await explainRateLimit(haste('slow down'))
  toast({ kind: 'error', title: 'Error voting' })
  expect(told()).toEqual([['Error voting', 'Try again in 40 seconds.']])
})

test.each([200, 401, 404, 500])('a %d is left to who asked', async (status) => {
  await explainRateLimit(new Response('{}', { status }))
  toast({ kind: 'error', title: 'Error' })
  expect(told()).toEqual([['Error', undefined]])
})

test('each control that needs a member says so, however quickly they are pressed', () => {
  const signIn = (description: string) =>
    toastInsteadOfError({ kind: 'error', title: 'Sign in required', description })
  signIn('to vote')
  toast({ kind: 'error', title: 'Error voting' })
  signIn('to bookmark')
  signIn('to bookmark')
  expect(told()).toEqual([
    ['Sign in required', 'to vote'],
    ['Sign in required', 'to bookmark'],
  ])
})
