import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { NotificationSettingsPage } from '../settings/notifications-page.tsx'

export const Route = createFileRoute('/settings_/notifications')({
  staticData: { needsApplication: true },
  head: unlistedHead('Notification settings'),
  component: NotificationSettingsPage,
})
