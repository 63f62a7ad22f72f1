import { awake, hasRole } from '../../api/core/viewer.ts'
import { writeQuery } from '../../platform/query-string.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { RestingRoles } from '../accounts/second-factor/resting-roles.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { UserList } from './user-list.tsx'

/** For editors. The server's HTML has no users. */
export function UserManagementPage({ search = '' }: { search?: string | undefined }) {
  const { loading, viewer } = useSession()
  if (hasRole(viewer, 'editor'))
    return (
      <Frame>
        <UserList key={search} search={search} />
      </Frame>
    )
  if (hasRole(awake(viewer), 'editor')) return <RestingRoles />
  if (!loading) return <AccessDenied isGuest={!viewer} search={search} />
  return (
    <>
      <div className="hidden maybe-member:block">
        <Frame>
          <RowListSkeleton count={8} label="Loading users" />
        </Frame>
      </div>
      <div className="maybe-member:hidden">
        <AccessDenied isGuest search={search} />
      </div>
    </>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <h1 className="text-2xl">User Management</h1>
      <p className="mt-1 mb-6 text-muted">Manage user roles and permissions across the platform</p>
      {children}
    </>
  )
}

function AccessDenied({ isGuest, search }: { isGuest: boolean; search: string }) {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Access Denied"
      action={
        isGuest ? (
          <ButtonLink to="/auth" search={{ redirect: `/user-management${writeQuery({ search })}` }}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink to="/" kind="quiet">
            Return to Home
          </ButtonLink>
        )
      }
    >
      You need editor permissions to access user management.
      <NeedsScript>It needs JavaScript, since only editors may see it.</NeedsScript>
    </EmptyState>
  )
}
