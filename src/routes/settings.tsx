import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { OverviewPage } from '../settings/overview-page.tsx'

export const Route = createFileRoute('/settings')({
  staticData: { needsApplication: true },
  head: unlistedHead('Settings'),
  component: OverviewPage,
})
