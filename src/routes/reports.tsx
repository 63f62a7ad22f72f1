import { createFileRoute } from '@tanstack/react-router'
import { MyAppeals } from '../features/appeals/my-appeals.tsx'
import { ReportsPage } from '../features/reports/reports-page.tsx'

export const Route = createFileRoute('/reports')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Your Reports | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => <ReportsPage appeals={MyAppeals} />,
})
