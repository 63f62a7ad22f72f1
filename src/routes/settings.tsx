import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../features/settings/settings-page.tsx'

export const Route = createFileRoute('/settings')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Settings | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: SettingsPage,
})
