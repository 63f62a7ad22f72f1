import { createFileRoute } from '@tanstack/react-router'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { NotificationsPage } from '../people/notifications/notifications-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/notifications')({
  staticData: { needsApplication: true },
  validateSearch: ({ only }: { only?: unknown }): { only?: 'unread' } => (only === 'unread' ? { only } : {}),
  head: unlistedHead('Notifications'),
  component: () => (
    <WithSidebar>
      <NotificationsPage only={Route.useSearch().only} />
    </WithSidebar>
  ),
})
