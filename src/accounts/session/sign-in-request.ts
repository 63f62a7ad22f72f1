import { useSyncExternalStore } from 'react'
import type { OperationName } from '../../core/api-client.ts'

/** What a guest wanted to do. The dialog shows `words`. */
export interface SignInRequest {
  /** Operation that runs after the sign-in, if it is a deferred action. */
  operation?: OperationName
  input?: unknown
  words: string
  /** Called once the guest has signed in here and the dialog has closed, for example to focus a field. */
  onSignedIn?: (() => void) | undefined
}

let current: SignInRequest | undefined
const listeners = new Set<() => void>()

/** Opens the sign-in dialog. Returns false if the page shows none, as before hydration. */
export function openSignInDialog(request: SignInRequest): boolean {
  show(request)
  return listeners.size > 0
}

export function closeSignInDialog(): void {
  show(undefined)
}

export function useSignInRequest(): SignInRequest | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
}

function show(request: SignInRequest | undefined): void {
  current = listeners.size > 0 ? request : undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
