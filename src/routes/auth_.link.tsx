import { createFileRoute } from '@tanstack/react-router'
import { LinkPage, type LinkSearch } from '../accounts/security/link-page.tsx'

export const Route = createFileRoute('/auth_/link')({
  validateSearch: ({ confirm, stop, stranger, done }: LinkSearch) => ({ confirm, stop, stranger, done }),
  head: ({ match }) => ({
    meta: [
      { title: `Your account | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
      // The URL contains a token, so browsers must not send it to other sites as a referrer.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => <LinkPage {...Route.useSearch()} />,
})
