import { useNavigate } from '@tanstack/react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { type AccessKind, parseEndedAccess } from '../security/links.ts'
import { useSession } from '../session/session.tsx'
import { resetPassword } from './auth-client.ts'
import { AuthFrame } from './auth-page.tsx'
import { BusyNotice, PasswordField } from './fields.tsx'
import { fieldRules, useSubmit } from './use-submit.ts'

const RULES = { newPassword: fieldRules.newPassword }

export function ResetPage({ token, ended }: { token: string | undefined; ended: string | undefined }) {
  const navigate = useNavigate()
  const { refresh } = useSession()
  const { isPending, refusal, form, errorOf } = useSubmit(RULES, async ({ newPassword = '', endAccess }) => {
    await resetPassword({ token: token ?? '', newPassword, ...(endAccess && { endAccess: true }) })
    toast({
      kind: 'success',
      title: 'Password changed',
      description: 'Please sign in with your new password.',
    })
    // The reset has also ended this browser's session.
    await refresh()
    await navigate({ to: '/auth' })
  })
  if (!token || refusal?.code === 'INVALID_TOKEN') return <DeadLink />
  return (
    <AuthFrame title="Choose a new password">
      <form {...form} className="grid gap-5">
        {ended && <EndedAccess ended={ended} />}
        <p className="text-muted">You’ll be signed out everywhere.</p>
        <PasswordField label="New password" name="newPassword" isNew error={errorOf('newPassword')} />
        {!ended && <EndAccessChoice />}
        <BusyNotice refusal={refusal} />
        <Button type="submit" pending={isPending} pendingLabel="Saving..." className="min-h-11">
          Save password
        </Button>
      </form>
    </AuthFrame>
  )
}

function EndAccessChoice() {
  return (
    <label className="flex gap-3">
      <input type="checkbox" name="endAccess" className="mt-0.5 size-5 flex-none accent-act" />
      <span>
        Also remove my passkeys, connected accounts and access tokens
        <span className="mt-1 block text-sm text-muted">
          Choose this if someone else may have used your account. All of these work without your password.
        </span>
      </span>
    </label>
  )
}

function DeadLink() {
  return (
    <AuthFrame title="This link doesn’t work">
      <p className="mb-6 text-muted">It has expired or was already used. Request a new one by email.</p>
      <ButtonLink to="/auth/forgot" className="min-h-11">
        Send a new link
      </ButtonLink>
    </AuthFrame>
  )
}

function EndedAccess({ ended }: { ended: string }) {
  const items = parseEndedAccess(ended)
  if (items.length === 0) return null
  return (
    <section aria-labelledby="ended-access" className="rounded-lg border border-line bg-sunken p-4">
      <h2 id="ended-access" className="font-sans text-base font-semibold">
        Your account is secured. We revoked:
      </h2>
      <ul className="mt-2 list-disc pl-5">
        {items.map(([kind, count]) => (
          <li key={kind}>{count === 1 ? WORDS[kind].one : `${count} ${WORDS[kind].many}`}</li>
        ))}
      </ul>
    </section>
  )
}

const WORDS: Record<AccessKind, { one: string; many: string }> = {
  sessions: { one: '1 session', many: 'sessions' },
  'second-factor': {
    one: '1 authenticator app',
    many: 'authenticator apps',
  },
  passkeys: { one: '1 passkey', many: 'passkeys' },
  providers: { one: '1 connected account', many: 'connected accounts' },
  tokens: { one: '1 access token', many: 'access tokens' },
  'email-change': { one: '1 change of your email address', many: 'changes of your email address' },
}
