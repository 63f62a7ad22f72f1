import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { USERNAME_MAX, USERNAME_MIN } from '../policy.ts'
import { runDeferredAction } from '../session/run-deferred-action.ts'
import { useSession } from '../session/session.tsx'
import { type Newcomer, readNewcomer, signUpNewcomer } from '../sign-in/auth-client.ts'
import { AuthFrame } from '../sign-in/auth-page.tsx'
import { UsernameField } from '../sign-in/fields.tsx'
import { InviteField, RegistrationClosed, useRegistration } from '../sign-in/registration.tsx'
import { fieldRules, useSubmit } from '../sign-in/use-submit.ts'

/** Page /auth?openid=newcomer: a new member chooses a username after the first sign-in at a provider. */
export function NewcomerPage() {
  const { data, isPending } = useQuery({
    queryKey: ['newcomer'],
    queryFn: readNewcomer,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isClosed = useRegistration() === 'closed'
  if (isPending)
    return (
      <AuthFrame title="Choose a username">
        <RowListSkeleton count={2} label="Loading" />
      </AuthFrame>
    )
  if (!data) return <TooLate />
  return (
    <AuthFrame title="Choose a username">
      {isClosed ? <RegistrationClosed /> : <NameForm newcomer={data} />}
    </AuthFrame>
  )
}

const RULES = { username: fieldRules.username }

function NameForm({ newcomer }: { newcomer: Newcomer }) {
  const { provider, email, username: suggested } = newcomer
  const { refresh } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { isPending, form, errorOf } = useSubmit(RULES, async ({ username = '', invite }) => {
    const { redirect = '/' } = await signUpNewcomer({ username, ...(invite && { invite }) })
    const viewer = await refresh()
    if (viewer) void runDeferredAction(queryClient, viewer.id)
    await navigate({ href: redirect, replace: true })
  })
  return (
    <form {...form} className="grid gap-5">
      <p className="text-muted">
        You’re signed in to {provider} as {email}. You’ll use {provider} to sign in here, and you can set a
        password later.
      </p>
      <UsernameField
        defaultValue={suggested}
        hint={`${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, "_" or "-". Visible to everyone.`}
        error={errorOf('username')}
      />
      <InviteField invite={undefined} error={errorOf('invite')} />
      <Button type="submit" pending={isPending} pendingLabel="Creating Account..." className="min-h-11">
        Sign Up
      </Button>
    </form>
  )
}

function TooLate() {
  return (
    <AuthFrame title="Please sign in again">
      <p className="mb-6 text-muted">The sign-in took too long or was started in another browser.</p>
      <ButtonLink to="/auth" className="min-h-11">
        Sign In
      </ButtonLink>
    </AuthFrame>
  )
}
