import { createFileRoute } from '@tanstack/react-router'
import { MyAppeals } from '../moderation/appeals/my-appeals.tsx'
import { ReportsPage } from '../moderation/reports/reports-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/reports')({
  staticData: { needsApplication: true },
  head: unlistedHead('Your Reports'),
  component: () => <ReportsPage appeals={MyAppeals} />,
})
