import '../accounts/security/ask-for-proof.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ManagePage } from '../manage/access.tsx'
import { InviteForm } from './invite-form.tsx'
import { InviteList } from './invite-list.tsx'

/** For moderators and admins. */
export function InvitesPage() {
  return <ManagePage to="/manage/invites">{() => <Invites />}</ManagePage>
}

function Invites() {
  const { data, isError, refetch } = useQuery(api.invites.list.queryOptions({ staleTime: 0 }))
  if (isError && !data)
    return (
      <div className="mt-6">
        <ErrorState title="The invitations could not be loaded" onRetry={() => void refetch()} />
      </div>
    )
  const skeleton = <RowListSkeleton count={4} label="Loading invitations" />
  if (!data) return skeleton
  return (
    <>
      {data.can.create ? (
        <InviteForm />
      ) : (
        <p className="mt-6 text-muted">Only admins make and revoke invitations here.</p>
      )}
      <InviteList items={data.items} canRevoke={data.can.create} />
    </>
  )
}
