import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../tests/fake-storage.ts'
import { setToastPresenter, type ToastMessage } from '../../ui/feedback/toast.ts'
import { takeDeferredAction } from './deferred-action.ts'
import { promptSignIn } from './sign-in-required.ts'

let shown: ToastMessage | undefined

beforeEach(() => {
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('location', { pathname: '/auth' })
  const hide = setToastPresenter((message) => {
    shown = message
  })
  return () => {
    hide()
    vi.unstubAllGlobals()
  }
})

test('what a guest pressed and left is nobody’s', () => {
  promptSignIn('votes.post', { id: 'p', vote_type: 1 }, undefined)
  expect(shown?.action?.label).toBe('Sign In')
  expect(takeDeferredAction('bo')).toBeUndefined()
})

test('what a guest goes to sign in for is theirs', () => {
  promptSignIn('votes.post', { id: 'p', vote_type: 1 }, undefined)
  shown?.action?.onPress()
  expect(takeDeferredAction('ada')).toEqual({ operation: 'votes.post', input: { id: 'p', vote_type: 1 } })
})

test('what a member pressed whose session had ended stays theirs, however they sign in', () => {
  promptSignIn('votes.post', { id: 'p', vote_type: 1 }, 'ada')
  expect(takeDeferredAction('ada')).toEqual({ operation: 'votes.post', input: { id: 'p', vote_type: 1 } })
})
