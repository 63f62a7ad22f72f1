import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../settings/settings-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/settings')({
  staticData: { needsApplication: true },
  head: unlistedHead('Settings'),
  component: SettingsPage,
})
