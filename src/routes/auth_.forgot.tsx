import { createFileRoute } from '@tanstack/react-router'
import { ForgotPage } from '../features/accounts/verification/mail-pages.tsx'

export const Route = createFileRoute('/auth_/forgot')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Forgot password | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: ForgotPage,
})
