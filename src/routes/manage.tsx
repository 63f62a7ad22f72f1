import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../features/manage/overview-page.tsx'

export const Route = createFileRoute('/manage')({
  head: ({ match }) => ({
    meta: [{ title: `Manage | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: OverviewPage,
})
