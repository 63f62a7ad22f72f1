import { createFileRoute } from '@tanstack/react-router'
import { WithAside } from '../features/aside/with-aside.tsx'
import { NotificationsPage } from '../features/notifications/notifications-page.tsx'

export const Route = createFileRoute('/notifications')({
  staticData: { needsApplication: true },
  validateSearch: ({ only }: { only?: unknown }): { only?: 'unread' } => (only === 'unread' ? { only } : {}),
  head: ({ match }) => ({
    meta: [{ title: `Notifications | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: Notifications,
})

function Notifications() {
  return (
    <WithAside>
      <NotificationsPage only={Route.useSearch().only} />
    </WithAside>
  )
}
