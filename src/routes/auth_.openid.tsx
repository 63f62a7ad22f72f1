import { createFileRoute } from '@tanstack/react-router'
import { NewcomerPage } from '../features/accounts/openid/newcomer-page.tsx'

export const Route = createFileRoute('/auth_/openid')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Sign Up | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: NewcomerPage,
})
