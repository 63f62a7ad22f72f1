import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { OutcomeNotice, ProviderButtons } from '../openid/provider-buttons.tsx'
import { useSession } from '../session/session.tsx'
import { AccountError } from './auth-client.ts'
import { RegistrationClosed, useRegistration } from './registration.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm, type SignUpResult } from './sign-up-form.tsx'

export type AuthTab = 'sign-in' | 'sign-up'

interface Props {
  tab: AuthTab
  onTab: (tab: AuthTab) => void
  /** Path on this site to go to after a sign-in at a provider. */
  redirect: string
  invite?: string | undefined
  /** Outcome of a sign-in at a provider, see OPENID_OUTCOMES. */
  openid?: string | undefined
}

/** Tabs with the forms to sign in and up. Callers react to the new viewer of `useSession`. */
export function AuthForms({ tab, onTab, redirect, invite, openid }: Props) {
  const isClosed = useRegistration() === 'closed'
  const { refresh } = useSession()
  const [email, setEmail] = useState('')
  const [signedUp, setSignedUp] = useState<SignUpResult>()
  const typed = { email, onEmail: setEmail }
  const greet = async () => {
    if (!(await refresh())) throw new AccountError('NO_SESSION', NO_SESSION)
  }
  return (
    <>
      <OutcomeNotice outcome={openid} />
      <Tabs
        label="Sign in or sign up"
        value={tab}
        onChange={onTab}
        tabs={[
          {
            value: 'sign-in',
            label: 'Sign In',
            panel: <SignInForm {...typed} isAskedForCode={openid === 'code'} onSignedIn={greet} />,
          },
          {
            value: 'sign-up',
            label: 'Sign Up',
            panel: isClosed ? (
              <RegistrationClosed />
            ) : (
              <SignUpForm {...typed} signedUp={signedUp} onSignedUp={setSignedUp} invite={invite} />
            ),
          },
        ]}
      />
      {!(tab === 'sign-up' && (signedUp || isClosed)) && <ProviderButtons redirect={redirect} />}
      {!(tab === 'sign-up' && signedUp) && <ResendLink />}
    </>
  )
}

function ResendLink() {
  return (
    <p className="mt-6 text-sm text-muted">
      Didn’t get the verification email?{' '}
      <Link to="/auth/resend" className="text-act underline underline-offset-4">
        Resend it
      </Link>
    </p>
  )
}

const NO_SESSION = 'Your browser didn’t save the session. Allow cookies for this site and try again.'
