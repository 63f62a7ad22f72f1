import { createFileRoute } from '@tanstack/react-router'
import { LinkPage, type LinkSearch } from '../features/accounts/security/link-page.tsx'

export const Route = createFileRoute('/auth_/link')({
  validateSearch: ({ confirm, stop, stranger, done }: LinkSearch) => ({ confirm, stop, stranger, done }),
  head: ({ match }) => ({
    meta: [
      { title: `Your account | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
      // The address holds a token: no other site gets to see it.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => <LinkPage {...Route.useSearch()} />,
})
