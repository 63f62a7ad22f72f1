import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '../features/accounts/sign-in/reset-page.tsx'

export const Route = createFileRoute('/auth_/reset')({
  staticData: { needsApplication: true },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string | undefined } => ({
    token: token === undefined ? undefined : String(token),
  }),
  head: ({ match }) => ({
    meta: [
      { title: `Choose a new password | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
      // The address holds a token: no other site gets to see it.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: Reset,
})

function Reset() {
  const { token } = Route.useSearch()
  return <ResetPage token={token} />
}
