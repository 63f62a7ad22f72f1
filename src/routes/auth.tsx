import { createFileRoute } from '@tanstack/react-router'
import { NewcomerPage } from '../accounts/openid/newcomer-page.tsx'
import { localPath } from '../accounts/session/local-path.ts'
import type { AuthTab } from '../accounts/sign-in/auth-forms.tsx'
import { AuthPage } from '../accounts/sign-in/auth-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

interface AuthSearch {
  /** Page to open after signing in, a path of this site. */
  redirect?: string | undefined
  tab?: AuthTab | undefined
  /** Invite code, if the member followed an invite link. */
  invite?: string | undefined
  /** Outcome of a sign-in with an external provider: one of OPENID_OUTCOMES, or other text from the URL. */
  openid?: string | undefined
}

export const Route = createFileRoute('/auth')({
  staticData: { needsApplication: true },
  // Returns every parameter, even if undefined. For a missing one, the router would keep the unchecked value.
  validateSearch: ({ redirect, tab, invite, openid }: Record<string, unknown>): AuthSearch => ({
    redirect: localPath(redirect),
    tab: tab === 'sign-up' || isInvite(invite) ? 'sign-up' : undefined,
    invite: isInvite(invite) ? invite : undefined,
    openid: openid ? String(openid) : undefined,
  }),
  head: unlistedHead('Sign In'),
  component: () => {
    const { tab = 'sign-in', redirect = '/', ...search } = Route.useSearch()
    if (search.openid === 'newcomer') return <NewcomerPage />
    return <AuthPage {...search} tab={tab} redirect={redirect} />
  },
})

/** Whether a text has the format of an invite code. */
function isInvite(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{24}$/.test(text)
}
