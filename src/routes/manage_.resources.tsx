import { createFileRoute } from '@tanstack/react-router'
import { ResourcesPage } from '../features/manage/resources-page.tsx'

export const Route = createFileRoute('/manage_/resources')({
  head: ({ match }) => ({
    meta: [
      { title: `Manage Resources | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: ResourcesPage,
})
