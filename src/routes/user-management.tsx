import { createFileRoute } from '@tanstack/react-router'
import { UserManagementPage } from '../accounts/roles/user-management-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/user-management')({
  staticData: { needsApplication: true },
  validateSearch: ({ search }: Record<string, unknown>): { search?: string } =>
    search === undefined ? {} : { search: String(search) },
  head: unlistedHead('User Management'),
  component: () => <UserManagementPage search={Route.useSearch().search} />,
})
