import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { showToastsWith, type ToastMessage } from '../../ui/toast.ts'
import { takeDeferredAct } from './deferred-act.ts'
import { explainSignIn } from './sign-in-required.ts'

let shown: ToastMessage | undefined

beforeEach(() => {
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('location', { pathname: '/auth' })
  const hide = showToastsWith((message) => {
    shown = message
  })
  return () => {
    hide()
    vi.unstubAllGlobals()
  }
})

test('what a guest pressed and left is nobody’s', () => {
  explainSignIn('votes.post', { id: 'p', vote_type: 1 }, undefined)
  expect(shown?.action?.label).toBe('Sign In')
  expect(takeDeferredAct('bo')).toBeUndefined()
})

test('what a guest goes to sign in for is theirs', () => {
  explainSignIn('votes.post', { id: 'p', vote_type: 1 }, undefined)
  shown?.action?.onPress()
  expect(takeDeferredAct('ada')).toEqual({ operation: 'votes.post', input: { id: 'p', vote_type: 1 } })
})

test('what a member pressed whose session had ended stays theirs, however they sign in', () => {
  explainSignIn('votes.post', { id: 'p', vote_type: 1 }, 'ada')
  expect(takeDeferredAct('ada')).toEqual({ operation: 'votes.post', input: { id: 'p', vote_type: 1 } })
})
