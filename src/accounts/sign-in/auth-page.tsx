import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { SiteLogo } from '../../shared/branding/site-logo.tsx'
import { useSite, useSiteName } from '../../shared/branding/title.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { runDeferredAction } from '../session/run-deferred-action.ts'
import { useSession } from '../session/session.tsx'
import { isReturnPath } from '../session/sign-in-required.ts'
import { AuthForms, type AuthTab } from './auth-forms.tsx'

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
  const [tab, setTab] = useState(first)
  useLeaveWhenSignedIn(redirect)
  return (
    <AuthFrame title={tab === 'sign-in' ? 'Welcome back' : `Join ${name}`}>
      <AuthForms tab={tab} onTab={setTab} redirect={redirect} invite={invite} openid={openid} />
    </AuthFrame>
  )
}

export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-md md:py-8">
      <SiteLogo site={useSite()} className="size-10 max-w-28" />
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
