import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { SettingsOverviewPage } from '../settings/overview-page.tsx'

export const Route = createFileRoute('/settings')({
  staticData: { needsApplication: true },
  head: unlistedHead('Settings'),
  component: SettingsOverviewPage,
})
