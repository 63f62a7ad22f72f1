import { useNavigate } from '@tanstack/react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useSession } from '../session/session.tsx'
import { resetPassword } from './auth-client.ts'
import { AuthFrame } from './auth-page.tsx'
import { BusyNotice } from './busy-notice.tsx'
import { EndedAccess } from './ended-access.tsx'
import { fieldRules } from './field-rules.ts'
import { PasswordField } from './password-field.tsx'
import { useSubmit } from './use-submit.ts'

const RULES = { newPassword: fieldRules.newPassword }

/** Where the mailed link to choose a new password leads. */
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
    // Every session of this member has ended, the one of this browser too.
    await refresh()
    await navigate({ to: '/auth' })
  })
  if (!token || refusal?.code === 'INVALID_TOKEN') return <DeadLink />
  return (
    <AuthFrame title="Choose a new password">
      <form {...form} className="grid gap-5">
        {ended && <EndedAccess ended={ended} />}
        <p className="text-muted">Wherever you are signed in now, you will be signed out.</p>
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
          Choose this if someone else may have used your account. They work without your password.
        </span>
      </span>
    </label>
  )
}

function DeadLink() {
  return (
    <AuthFrame title="This link does not work">
      <p className="mb-6 text-muted">
        It has expired, or was used before. Ask for a new one: it comes by mail.
      </p>
      <ButtonLink to="/auth/forgot" className="min-h-11">
        Send a new link
      </ButtonLink>
    </AuthFrame>
  )
}
