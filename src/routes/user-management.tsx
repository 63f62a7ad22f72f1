import { createFileRoute } from '@tanstack/react-router'
import { UserManagementPage } from '../features/roles/user-management-page.tsx'

export const Route = createFileRoute('/user-management')({
  head: ({ match }) => ({
    meta: [{ title: `User Management | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: UserManagementPage,
})
