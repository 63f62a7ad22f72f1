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
      // The URL contains a token, so browsers must not send it to other sites as a referrer.
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
  /** Kinds of access, such as sessions, that the link has already ended (security/links.ts). */
  ended?: string | undefined
}
