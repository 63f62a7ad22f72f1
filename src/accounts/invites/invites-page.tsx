import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { DateOnly, Time } from '../../ui/format/time.tsx'
import { ManagePage } from '../manage-forms/access.tsx'
import type { Invite } from './contract.ts'
import { InviteForm } from './invite-form.tsx'

export function InvitesPage() {
  return <ManagePage to="/manage/invites">{() => <Invites />}</ManagePage>
}

function Invites() {
  const { data, isError, refetch } = useQuery(api.invites.list.queryOptions({ staleTime: 0 }))
  if (isError && !data)
    return (
      <div className="mt-6">
        <ErrorState title="The invites could not be loaded" onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <RowListSkeleton count={4} label="Loading invites" />
  return (
    <>
      {data.can.create ? (
        <InviteForm />
      ) : (
        <p className="mt-6 text-muted">Only admins can create and revoke invites on this forum.</p>
      )}
      <InviteList items={data.items} canRevoke={data.can.create} />
    </>
  )
}

function InviteList({ items, canRevoke }: { items: readonly Invite[]; canRevoke: boolean }) {
  return (
    <section aria-labelledby="invites" className="mt-10">
      <h2 id="invites" tabIndex={-1} className="border-b border-line pb-3 text-xl">
        {' '}
        Invites{' '}
      </h2>
      {items.length === 0 && <p className="py-6 text-muted">No invites yet.</p>}
      <ul aria-label="Invites">
        {items.map((invite) => (
          <InviteRow key={invite.id} invite={invite} canRevoke={canRevoke} />
        ))}
      </ul>
    </section>
  )
}

function InviteRow({ invite, canRevoke }: { invite: Invite; canRevoke: boolean }) {
  const { id, note, uses, used, created_by, created_at, members } = invite
  const state = stateOf(invite)
  const name = note ?? (uses === 1 ? '1 use' : `${uses} uses`)
  const queryClient = useQueryClient()
  const revoke = async () => {
    try {
      await client.invites.revoke({ id })
      toast({ kind: 'success', title: 'Invite revoked' })
      // The focused button disappears after revoking, so the heading receives focus.
      document.getElementById('invites')?.focus()
    } catch (error) {
      showFailureToast('The invite could not be revoked', error)
    }
    await queryClient.invalidateQueries({ queryKey: api.invites.key() })
  }
  return (
    <li data-list-item className="flex items-start gap-3 border-b border-line py-4">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div dir="auto" className="font-semibold">
          {name}
        </div>
        <p className="mt-0.5 text-sm text-muted">
          {used} of {uses} used ·{' '}
          {state === 'works' ? (
            <>
              works until <DateOnly iso={invite.ends_at} />
            </>
          ) : (
            state
          )}
        </p>
        <p className="mt-0.5 text-sm text-faint">
          By <bdi>{created_by ? displayName(created_by) : 'somebody who has left'}</bdi>,{' '}
          <Time iso={created_at} />
        </p>
        {members.length > 0 && (
          <p className="mt-1 text-sm text-muted">
            Joined:{' '}
            {members.map(({ username }, index) => (
              <span key={username}>
                {index > 0 && ', '}
                <a href={`/profile/${username}`} className="text-act underline underline-offset-4">
                  @{username}
                </a>
              </span>
            ))}
          </p>
        )}
      </div>
      {canRevoke && state === 'works' && (
        <Button
          kind="quiet"
          className="flex-none text-sm max-md:px-3"
          aria-label={`Revoke: ${name}`}
          onClick={revoke}
        >
          Revoke
        </Button>
      )}
    </li>
  )
}

function stateOf({ revoked_at, uses, used, ends_at }: Invite): 'works' | 'revoked' | 'used up' | 'ended' {
  if (revoked_at) return 'revoked'
  if (used >= uses) return 'used up'
  return Date.parse(ends_at) <= Date.now() ? 'ended' : 'works'
}
