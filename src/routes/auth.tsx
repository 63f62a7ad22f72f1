import { createFileRoute } from '@tanstack/react-router'
import { localPath } from '../features/accounts/session/local-path.ts'
import { AuthPage, type AuthTab } from '../features/accounts/sign-in/auth-page.tsx'

interface AuthSearch {
  /** Where to go on after signing in: a path of this site. */
  redirect?: string | undefined
  tab?: AuthTab | undefined
}

export const Route = createFileRoute('/auth')({
  staticData: { needsApplication: true },
  // Named even when refused: what is left out here would be taken from the address as it is.
  validateSearch: ({ redirect, tab }: Record<string, unknown>): AuthSearch => ({
    redirect: localPath(redirect),
    tab: tab === 'sign-up' ? tab : undefined,
  }),
  head: ({ match }) => ({
    meta: [{ title: `Sign In | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: Auth,
})

function Auth() {
  const { tab = 'sign-in', redirect = '/' } = Route.useSearch()
  return <AuthPage tab={tab} redirect={redirect} />
}
