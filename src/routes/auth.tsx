import { createFileRoute } from '@tanstack/react-router'
import { NewcomerPage } from '../features/accounts/openid/newcomer-page.tsx'
import { localPath } from '../features/accounts/session/local-path.ts'
import { AuthPage, type AuthTab } from '../features/accounts/sign-in/auth-page.tsx'
import { unlistedHead } from '../platform/head.ts'

interface AuthSearch {
  /** Where to go on after signing in: a path of this site. */
  redirect?: string | undefined
  tab?: AuthTab | undefined
  /** What a link of invitation holds. */
  invite?: string | undefined
  /** How it went elsewhere: one of OPENID_OUTCOMES, if it is ours. */
  openid?: string | undefined
}

export const Route = createFileRoute('/auth')({
  staticData: { needsApplication: true },
  // Named even when refused: what is left out here would be taken from the address as it is.
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

/** As procedures of invites make them. */
function isInvite(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{24}$/.test(text)
}
