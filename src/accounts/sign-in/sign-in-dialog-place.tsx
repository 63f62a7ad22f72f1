import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { closeSignInDialog, useSignInRequest } from '../session/sign-in-request.ts'

const SignInDialog = lazyWithRetry(() => import('./sign-in-dialog.tsx'), { failure: <LoadFailure /> })

/** Shows the requested sign-in dialog, which is loaded on the first request. */
export function SignInDialogPlace() {
  const request = useSignInRequest()
  return (
    request && (
      <Suspense fallback={<Loading />}>
        <SignInDialog request={request} />
      </Suspense>
    )
  )
}

/** Cancels the dialog on Escape, and on navigation, so that it can't open on the next page. */
function Loading() {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', closeSignInDialog), [router])
  useEffect(() => {
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && closeSignInDialog()
    document.addEventListener('keydown', cancel)
    return () => document.removeEventListener('keydown', cancel)
  }, [])
  return null
}

function LoadFailure() {
  useEffect(() => {
    closeSignInDialog()
    // Not as an error, because errors are silent just after the request to sign in.
    const description = 'Check your connection and try again.'
    toast({ kind: 'info', title: 'The sign-in form could not be loaded', description })
  }, [])
  return null
}
