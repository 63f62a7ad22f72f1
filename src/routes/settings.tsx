import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { SettingsPage } from '../settings/settings-page.tsx'

export const Route = createFileRoute('/settings')({
  staticData: { needsApplication: true },
  head: unlistedHead('Settings'),
  component: SettingsPage,
})
