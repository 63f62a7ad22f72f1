import { createFileRoute } from '@tanstack/react-router'
import { LinkPage, type LinkSearch } from '../features/accounts/security/link-page.tsx'

const OUTCOMES = ['confirmed', 'expired', 'taken'] as const

export const Route = createFileRoute('/auth_/link')({
  validateSearch: (search: Record<string, unknown>): LinkSearch => {
    const done = OUTCOMES.find((each) => each === search.done)
    const tokens = (['confirm', 'stop', 'stranger'] as const)
      .filter((kind) => search[kind] !== undefined)
      .map((kind) => [kind, String(search[kind])])
    return { ...Object.fromEntries(tokens), ...(done && { done }) }
  },
  head: ({ match }) => ({
    meta: [
      { title: `Your account | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
      // The address holds a token: no other site gets to see it.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: Link,
})

function Link() {
  return <LinkPage {...Route.useSearch()} />
}
