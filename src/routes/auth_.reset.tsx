import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '../accounts/sign-in/reset-page.tsx'

export const Route = createFileRoute('/auth_/reset')({
  staticData: { needsApplication: true },
  validateSearch: ({ token, ended }: Record<string, unknown>): ResetSearch => ({
    token: token === undefined ? undefined : String(token),
    ended: ended === undefined ? undefined : String(ended),
  }),
  head: ({ match }) => ({
    meta: [
      { title: `Choose a new password | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
      // The URL contains a token, so it must not be sent to other sites.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => {
    const { token, ended } = Route.useSearch()
    return <ResetPage token={token} ended={ended} />
  },
})

interface ResetSearch {
  token?: string | undefined
  /** Access that was ended before this step (security/links.ts). */
  ended?: string | undefined
}
