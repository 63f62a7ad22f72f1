import { createFileRoute } from '@tanstack/react-router'
import { NewcomerPage } from '../accounts/openid/newcomer-page.tsx'
import { localPath } from '../accounts/session/local-path.ts'
import { AuthPage, type AuthTab } from '../accounts/sign-in/auth-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

interface AuthSearch {
  /** Destination after signing in: a path of this site. */
  redirect?: string | undefined
  tab?: AuthTab | undefined
  /** The invite code of an invitation link. */
  invite?: string | undefined
  /** Outcome of a sign-in with an external provider: one of OPENID_OUTCOMES, or unknown text. */
  openid?: string | undefined
}

export const Route = createFileRoute('/auth')({
  staticData: { needsApplication: true },
  // Returns every parameter, even as undefined. The router would add the unchecked value otherwise.
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

/** Matches the format of codes that the invites feature creates. */
function isInvite(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{24}$/.test(text)
}
