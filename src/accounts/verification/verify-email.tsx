import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { runDeferredAction } from '../session/run-deferred-action.ts'
import { useSession } from '../session/session.tsx'
import { type AccountError, verifyEmail } from '../sign-in/auth-client.ts'

type Outcome = 'verified' | 'expired'

/** Verifies an email address: at once with JavaScript, otherwise on click. GET changes nothing. Also signs in, in the browser that signed up. */
export function VerifyEmail({ token }: { token: string }) {
  const [state, setState] = useState<'asking' | 'away' | Outcome>('asking')
  const navigate = useNavigate()
  const { refresh } = useSession()
  const queryClient = useQueryClient()
  const sent = useRef('')
  useEffect(() => {
    // React's strict mode runs effects twice in development, but a token works once.
    if (sent.current === token) return
    sent.current = token
    verifyEmail(token)
      .then(async ({ reset_token, signed_in }) => {
        if (reset_token) return navigate({ to: '/auth/reset', search: { token: reset_token }, replace: true })
        const viewer = signed_in ? await refresh() : null
        setState('verified')
        const description = viewer ? 'You’re signed in.' : 'You can sign in now.'
        toast({ kind: 'success', title: 'Email verified', description })
        if (viewer) void runDeferredAction(queryClient, viewer.id)
        return navigate({ to: '/', search: {}, replace: true })
      })
      .catch((error: AccountError) => setState(error.code === 'INVALID_TOKEN' ? 'expired' : 'away'))
  }, [token, navigate, refresh, queryClient])
  if (state === 'verified' || state === 'expired') return <VerificationOutcome outcome={state} />
  return (
    <form method="post" action="/auth/verify" className="contents">
      <h2 className="text-xl">Verify your email address</h2>
      <p>{state === 'away' ? AWAY : 'One more step and your account is ready.'}</p>
      <input type="hidden" name="token" value={token} />
      <Button type="submit">Verify email</Button>
    </form>
  )
}

const AWAY = 'The forum can’t be reached. Check your connection and try again.'

export function VerificationOutcome({ outcome }: { outcome: Outcome }) {
  const { viewer } = useSession()
  if (outcome === 'expired')
    return (
      <>
        <h2 className="text-xl">This link has expired</h2>
        <p>Verification links work for 24 hours. We can send you a new one.</p>
        <ButtonLink to="/auth/resend">Send a new link</ButtonLink>
      </>
    )
  return (
    <>
      <h2 className="text-xl">Your email address is verified</h2>
      <p>{viewer ? 'You’re all set.' : 'You can sign in now.'}</p>
      {!viewer && <ButtonLink to="/auth">Sign in to your account</ButtonLink>}
    </>
  )
}
