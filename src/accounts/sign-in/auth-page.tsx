import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessage } from '../../core/api-error.ts'
import { client } from '../../core/client.ts'
import { useSiteName } from '../../shared/branding/title.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Logo } from '../../ui/logo.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { OutcomeNotice, ProviderButtons } from '../openid/provider-buttons.tsx'
import {
  type DeferredAction,
  type RepeatableOperation,
  takeDeferredAction,
} from '../session/deferred-action.ts'
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

/** Runs the action for which the member had to sign in, and shows the result. */
async function runDeferredAction(queryClient: QueryClient, memberId: string): Promise<void> {
  const act = takeDeferredAction(memberId)
  if (!act) return
  try {
    await perform(act)
    toast({ kind: 'success', title: doneWords(act) })
  } catch (error) {
    toast({ kind: 'error', ...failureWords(act, errorMessage(error)) })
  }
  // Cancels pending requests, which would return the state before the action.
  await queryClient.cancelQueries({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && path[0] === 'viewerState',
  })
  await queryClient.invalidateQueries()
}

function perform({ operation, input }: DeferredAction): Promise<unknown> {
  const [group = '', name = ''] = operation.split('.')
  const operations = client as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  return operations[group]?.[name]?.(input) ?? Promise.reject(new Error(`There is no ${operation}.`))
}

function doneWords({ operation, input }: DeferredAction): string {
  if (operation !== 'votes.post' && operation !== 'votes.comment') return DONE[operation]
  if (input.vote_type === 0) return 'Vote taken back'
  return input.vote_type === 1 ? 'Voted up' : 'Voted down'
}

const DONE: Record<Exclude<RepeatableOperation, `votes.${string}`>, string> = {
  'bookmarks.add': 'Post bookmarked',
  'bookmarks.remove': 'Bookmark removed',
  'follows.add': 'Following user',
  'follows.remove': 'Unfollowed user',
  'postFollows.add': 'Following discussion',
  'postFollows.remove': 'Unfollowed discussion',
  'conceptFollows.add': 'Following concept',
  'conceptFollows.remove': 'Unfollowed concept',
  'notes.like': 'Note liked',
  'notes.unlike': 'Like taken back',
}

/** Returns the same texts as the buttons for these actions show on failure. */
function failureWords({ operation }: DeferredAction, said = 'Please try again later') {
  if (operation.startsWith('votes')) return { title: 'Error voting', description: said }
  if (/^\w*follows\./i.test(operation)) return { title: 'Could not update follow status', description: said }
  if (operation.startsWith('bookmarks')) return { title: 'Error', description: 'Failed to update bookmark' }
  return { title: 'Error', description: said }
}
