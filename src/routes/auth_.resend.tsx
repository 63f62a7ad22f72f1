import { createFileRoute } from '@tanstack/react-router'
import { ResendPage } from '../features/accounts/verification/mail-pages.tsx'

export const Route = createFileRoute('/auth_/resend')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [
      { title: `Verify your address | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: ResendPage,
})
