import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { DashboardPage } from '../staff/dashboard/dashboard-page.tsx'

export const Route = createFileRoute('/manage_/dashboard')({
  staticData: { needsApplication: true },
  head: unlistedHead('Dashboard'),
  component: DashboardPage,
})
