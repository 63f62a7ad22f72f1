import { createFileRoute } from '@tanstack/react-router'
import { ThinkersPage } from '../features/manage/thinkers-page.tsx'

export const Route = createFileRoute('/manage_/thinkers')({
  head: ({ match }) => ({
    meta: [{ title: `Manage Thinkers | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: ThinkersPage,
})
