import { createFileRoute } from '@tanstack/react-router'
import { UserManagementPage } from '../features/roles/user-management-page.tsx'

export const Route = createFileRoute('/user-management')({
  staticData: { needsApplication: true },
  validateSearch: ({ search }: Record<string, unknown>): { search?: string } =>
    search === undefined ? {} : { search: String(search) },
  head: ({ match }) => ({
    meta: [{ title: `User Management | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => <UserManagementPage search={Route.useSearch().search} />,
})
