import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorCode } from '../../api/core/api-error.ts'
import { api } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { isUuid } from '../../platform/uuid.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useRequiredMember } from '../accounts/session/session.tsx'
import { useLiveEvents } from '../live/use-live-events.ts'
import { KeptWords } from '../removal/kept-words.tsx'
import { REMOVABLE, type Removable } from '../removal/policy.ts'
import { AppealForm } from './appeal-form.tsx'
import type { AppealedAction } from './contract.ts'
import { DecidedAppeal } from './decided-appeal.tsx'
import { OBSTACLE_WORDS } from './policy.ts'
import { appealQuery } from './queries.ts'
import { WhatWasDone } from './what-was-done.tsx'

/** Where a member asks that somebody else looks at what a moderator did. Nobody else sees it: it is in no HTML of the server's. */
export function AppealPage({ actionId }: { actionId: string }) {
  const viewer = useRequiredMember()
  return (
    <div className="max-w-2xl">
      <h1 className="mb-3 text-2xl">Appeal</h1>
      <NeedsScript>An appeal needs JavaScript, since only you and moderators may see it.</NeedsScript>
      {viewer ? <Appeal key={viewer.id} viewer={viewer} actionId={actionId} /> : <Loading />}
    </div>
  )
}

function Loading() {
  return <RowListSkeleton count={3} label="Loading what was done" />
}

function Appeal({ viewer, actionId }: { viewer: Viewer; actionId: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...appealQuery(actionId),
    enabled: isUuid(actionId),
  })
  useNews()
  if (!isUuid(actionId) || errorCode(error) === 'NOT_FOUND') return <NotMine />
  if (!data)
    return error ? (
      <ErrorState title="This could not be loaded" onRetry={() => void refetch()} pending={isFetching} />
    ) : (
      <Loading />
    )
  const { action, appeal, obstacle } = data
  return (
    <div className="grid gap-5">
      <WhatWasDone action={action} />
      <OwnWords action={action} />
      {appeal ? (
        <DecidedAppeal appeal={appeal} />
      ) : obstacle ? (
        <p role="status" className="rounded-lg border border-line bg-raised p-4">
          {OBSTACLE_WORDS[obstacle]}
        </p>
      ) : (
        <AppealForm viewer={viewer} actionId={action.id} />
      )}
    </div>
  )
}

/** What was removed, as long as it is kept. */
function OwnWords({ action: { action, kind, target_id } }: { action: AppealedAction }) {
  const isThing = (REMOVABLE as readonly string[]).includes(kind)
  if (action !== 'remove' || !isThing || !target_id) return null
  return <KeptWords kind={kind as Removable} id={target_id} mayRestore={false} />
}

function NotMine() {
  return (
    <EmptyState
      icon="icon-shield-x"
      title="There is nothing to appeal against here"
      action={
        <ButtonLink to="/" kind="quiet">
          Return to Home
        </ButtonLink>
      }
    >
      What a moderator does about you leads here, and nothing that is about others.
    </EmptyState>
  )
}

/** The decision comes with a notification. */
function useNews() {
  const queryClient = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type === 'notification' || type === 'missed')
      void queryClient.invalidateQueries({ queryKey: api.appeals.key() })
  })
}
