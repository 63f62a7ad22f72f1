import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useSiteName } from '../../shared/branding/title.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { OutcomeNotice, ProviderButtons } from '../openid/provider-buttons.tsx'
import { runDeferredAction } from '../session/run-deferred-action.ts'
import { useSession } from '../session/session.tsx'
import { isReturnPath } from '../session/sign-in-required.ts'
import { AccountError } from './auth-client.ts'
import { RegistrationClosed, useRegistration } from './registration.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm, type SignUpResult } from './sign-up-form.tsx'

export type AuthTab = 'sign-in' | 'sign-up'

interface Props {
  tab: AuthTab
  /** Path on this site to go to after the sign-in. */
  redirect: string
  invite?: string | undefined
  /** Outcome of a sign-in at a provider, see OPENID_OUTCOMES. */
  openid?: string | undefined
}

export function AuthPage({ tab: first, redirect, invite, openid }: Props) {
  const name = useSiteName()
  const isClosed = useRegistration() === 'closed'
  const { refresh } = useSession()
  const [tab, setTab] = useState(first)
  const [email, setEmail] = useState('')
  useLeaveWhenSignedIn(redirect)
  const [signedUp, setSignedUp] = useState<SignUpResult>()
  const typed = { email, onEmail: setEmail }
  const greet = async () => {
    if (!(await refresh())) throw new AccountError('NO_SESSION', NO_SESSION)
  }
  return (
    <AuthFrame title={tab === 'sign-in' ? 'Welcome back' : `Join ${name}`}>
      <OutcomeNotice outcome={openid} />
      <Tabs
        label="Sign in or sign up"
        value={tab}
        onChange={setTab}
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
    </AuthFrame>
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

export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-md md:py-8">
      <Logo className="size-10 text-act" />
      <h1 className="mt-3 mb-5 text-3xl leading-tight max-md:text-2xl">{title}</h1>
      <NeedsScript>You need JavaScript to sign in, but not to read.</NeedsScript>
      {children}
    </div>
  )
}

/** Leaves the page after a sign-in, even if it happened in another tab. */
function useLeaveWhenSignedIn(to: string) {
  const { loading, viewer, leaving } = useSession()
  const navigate = useNavigate()
  const isLeaving = !loading && !leaving && viewer !== null
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const memberId = isLeaving ? viewer.id : undefined
  useEffect(() => {
    if (!memberId) return
    void runDeferredAction(queryClient, memberId)
    // Unlike navigating, going back restores the scroll position.
    if (isReturnPath(to) && history.canGoBack()) history.back()
    else void navigate({ href: to, replace: true })
  }, [memberId, queryClient, navigate, to, history])
}
