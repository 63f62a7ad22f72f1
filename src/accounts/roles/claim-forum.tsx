import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../core/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { useSession } from '../session/session.tsx'

/** Page behind the link that a new forum prints on its console. Makes the visitor the first admin. */
export function ClaimForum({ token }: { token: string }) {
  const { viewer, refresh } = useSession()
  const [state, setState] = useState<'idle' | 'pending' | 'done'>('idle')
  const navigate = useNavigate()
  const claim = async () => {
    setState('pending')
    try {
      await client.me.claimForum({ token })
      await refresh()
      setState('done')
      await navigate({ to: '/manage', replace: true })
    } catch (error) {
      setState('idle')
      toastError('Error', (error as Error).message)
    }
  }
  if (state === 'done') return <h2 className="text-xl">You’re now an admin and editor of this forum</h2>
  return (
    <>
      <h2 className="text-xl">This forum has no admin yet</h2>
      {viewer ? (
        <>
          <p>You are signed in as @{viewer.username}. This link can only be used once.</p>
          <Button onClick={claim} pending={state === 'pending'}>
            Become an admin and editor
          </Button>
        </>
      ) : (
        <>
          <p>Create an account to become its admin and editor. You’ll come back here afterwards.</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/auth" search={{ tab: 'sign-up', redirect: `/?admin=${token}` }}>
              Sign up to continue
            </ButtonLink>
            <ButtonLink kind="quiet" to="/auth" search={{ redirect: `/?admin=${token}` }}>
              Sign in
            </ButtonLink>
          </div>
        </>
      )}
    </>
  )
}
