import { createFileRoute } from '@tanstack/react-router'
import { MyAppeals } from '../features/appeals/my-appeals.tsx'
import { ReportsPage } from '../features/reports/reports-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/reports')({
  staticData: { needsApplication: true },
  head: unlistedHead('Your Reports'),
  component: () => <ReportsPage appeals={MyAppeals} />,
})
