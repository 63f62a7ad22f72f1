import { hasRole } from '../../core/viewer.ts'
import { writeQuery } from '../../platform/http/query-string.ts'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { RestrictedPage } from '../session/restricted-page.tsx'
import { UserList } from './user-list.tsx'

export function UserManagementPage({ search = '' }: { search?: string | undefined }) {
  return (
    <RestrictedPage
      mayView={(viewer) => hasRole(viewer, 'editor')}
      path={`/user-management${writeQuery({ search })}`}
      denial="You need editor permissions to access user management."
      readers="editors"
      frame={(content) => (
        <>
          <h1 className="text-2xl">User Management</h1>
          <p className="mt-1 mb-6 text-muted">Manage user roles and permissions across the platform</p>
          {content}
        </>
      )}
      skeleton={<RowListSkeleton count={8} label="Loading users" />}
    >
      {() => <UserList key={search} search={search} />}
    </RestrictedPage>
  )
}
