import { useRouteContext } from '@tanstack/react-router'
import { ContactLink, useContact } from '../../shared/branding/contact-link.tsx'
import { useSiteName } from '../../shared/branding/title.tsx'
import { Field } from '../../ui/form/field.tsx'

export function useRegistration() {
  return useRouteContext({ from: '__root__', select: ({ site }) => site.registration })
}

export function InviteField({ invite, error }: { invite: string | undefined; error: string | undefined }) {
  if (useRegistration() !== 'invite') return null
  return (
    <Field
      label="Invite link"
      unmarked
      name="invite"
      required
      maxLength={500}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={invite}
      hint="The link a member sent you. Each time you submit the form counts as a use."
      error={error}
    />
  )
}

export function RegistrationClosed() {
  const name = useSiteName()
  const contact = useContact()
  return (
    <div className="grid gap-2 pt-6">
      <p className="font-semibold">Sign-ups to {name} are closed at the moment.</p>
      <p className="text-muted">You can read everything public without an account.</p>
      {contact && (
        <p className="text-muted">
          Questions? Contact us: <ContactLink contact={contact} />
        </p>
      )}
    </div>
  )
}
