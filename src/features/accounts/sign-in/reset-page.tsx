import { useNavigate } from '@tanstack/react-router'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useSession } from '../session/session.tsx'
import { resetPassword } from './auth-client.ts'
import { AuthFrame } from './auth-page.tsx'
import { BusyNotice } from './busy-notice.tsx'
import { fieldRules } from './field-rules.ts'
import { PasswordField } from './password-field.tsx'
import { useSubmit } from './use-submit.ts'

const RULES = { newPassword: fieldRules.newPassword }

/** Where the mailed link to choose a new password leads. */
export function ResetPage({ token }: { token: string | undefined }) {
  const navigate = useNavigate()
  const { refresh } = useSession()
  const { isPending, refusal, form, errorOf } = useSubmit(RULES, async ({ newPassword = '' }) => {
    await resetPassword({ token: token ?? '', newPassword })
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
        <p className="text-muted">Wherever you are signed in now, you will be signed out.</p>
        <PasswordField label="New password" name="newPassword" isNew error={errorOf('newPassword')} />
        <BusyNotice refusal={refusal} />
        <Button type="submit" pending={isPending} pendingLabel="Saving..." className="min-h-11">
          Save password
        </Button>
      </form>
    </AuthFrame>
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
