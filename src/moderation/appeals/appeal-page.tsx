import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useRequiredMember } from '../../accounts/session/session.tsx'
import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { isUuid } from '../../platform/uuid.ts'
import { sendErrorText } from '../../shared/drafts/send-error.ts'
import { TextForm } from '../../shared/drafts/text-form.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/format/time.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { isRemovable } from '../removal/policy.ts'
import { useRefetchOn } from '../use-refetch-on.ts'
import { AppealedActionSummary } from './appealed-action.tsx'
import type { Appeal, AppealedAction } from './contract.ts'
import { APPEAL_LIMIT, APPEAL_OBSTACLE_TEXT } from './policy.ts'

const RemovedOriginalText = lazyWithRetry(() => import('../removal/removed-original.tsx'))

/** The page /appeal/{action}. It is private to the affected member, so the server's HTML has no content. */
export function AppealPage({ actionId }: { actionId: string }) {
  const viewer = useRequiredMember()
  return (
    <div className="max-w-2xl">
      <h1 className="mb-3 text-2xl">Appeal</h1>
      <NeedsScript>This page needs JavaScript because only you and moderators can see it.</NeedsScript>
      {viewer ? <AppealContent key={viewer.id} viewer={viewer} actionId={actionId} /> : <Loading />}
    </div>
  )
}

function Loading() {
  return <RowListSkeleton count={3} label="Loading moderator action" />
}

function AppealContent({ viewer, actionId }: { viewer: Viewer; actionId: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...appealQuery(actionId),
    enabled: isUuid(actionId),
  })
  useRefetchOn('notification', api.appeals.key())
  if (!isUuid(actionId) || errorCode(error) === 'NOT_FOUND') return <NotMine />
  if (!data)
    return error ? (
      <ErrorState
        title="The appeal could not be loaded"
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    ) : (
      <Loading />
    )
  const { action, appeal, obstacle } = data
  return (
    <div className="grid gap-5">
      <AppealedActionSummary action={action} />
      <OwnWords action={action} />
      {appeal ? (
        <DecidedAppeal appeal={appeal} />
      ) : obstacle ? (
        <p role="status" className="rounded-lg border border-line bg-raised p-4">
          {APPEAL_OBSTACLE_TEXT[obstacle]}
        </p>
      ) : (
        <AppealForm viewer={viewer} actionId={action.id} />
      )}
    </div>
  )
}

function OwnWords({ action: { action, kind, target_id } }: { action: AppealedAction }) {
  if (action !== 'remove' || !isRemovable(kind) || !target_id) return null
  return (
    <Suspense>
      <RemovedOriginalText kind={kind} id={target_id} mayRestore={false} />
    </Suspense>
  )
}

function NotMine() {
  return (
    <EmptyState
      icon="icon-shield-x"
      title="Nothing to appeal"
      action={
        <ButtonLink to="/" kind="quiet">
          Return to Home
        </ButtonLink>
      }
    >
      You can appeal moderator actions against you or your content.
    </EmptyState>
  )
}

function appealQuery(actionId: string) {
  return api.appeals.read.queryOptions({ input: { id: actionId }, staleTime: 0, retry: false })
}

/** The form for an appeal. Saves the text as a draft until the member sends it. */
function AppealForm({ viewer, actionId }: { viewer: Viewer; actionId: string }) {
  const queryClient = useQueryClient()
  const send = async (words: string) => {
    try {
      const appeal = await client.appeals.create({ id: actionId, words })
      queryClient.setQueryData(appealQuery(actionId).queryKey, (shown) => shown && { ...shown, appeal })
    } catch (error) {
      const description = sendErrorText(error) ?? 'Please try again later'
      toastError('Your appeal could not be sent', description)
      // The refetched page shows why the appeal is no longer possible.
      if (errorCode(error) === 'CONFLICT') void queryClient.invalidateQueries({ queryKey: api.appeals.key() })
      throw error
    }
    toast({ kind: 'success', title: 'Appeal sent', description: 'We’ll notify you of the decision.' })
    document.getElementById('appeal-state')?.focus()
  }
  return (
    <section aria-labelledby="appeal-form" className="grid gap-2">
      <h2 id="appeal-form" className="text-lg">
        Request a review
      </h2>
      <p className="text-muted">
        Explain why this was wrong. Someone who wasn’t involved will decide, and we’ll notify you. You can
        only appeal once. You can also turn to an out-of-court dispute settlement body or a court.
      </p>
      <TextForm
        viewer={viewer}
        form={`appeal:${actionId}`}
        label="Your appeal"
        submitLabel="Send appeal"
        pendingLabel="Sending"
        limit={APPEAL_LIMIT}
        countsFrom={1}
        onSubmit={send}
      />
    </section>
  )
}

function DecidedAppeal({ appeal }: { appeal: Appeal }) {
  const { words, created_at, outcome, answer, decided_at } = appeal
  return (
    <section
      aria-labelledby="appeal-state"
      className="grid gap-3 rounded-lg border border-line bg-raised p-5"
    >
      <div role="status">
        <h2 id="appeal-state" tabIndex={-1} className="text-lg">
          {outcome ? OUTCOMES[outcome].title : 'Your appeal is awaiting a decision'}
        </h2>
        <p className="mt-1 text-muted">
          {outcome
            ? OUTCOMES[outcome].meaning
            : 'Someone who wasn’t involved will review it. We’ll notify you of the decision.'}
        </p>
      </div>
      {answer && (
        <div>
          <h3 className="font-sans text-sm font-semibold text-muted">Answer</h3>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        </div>
      )}
      <div>
        <h3 className="font-sans text-sm font-semibold text-muted">
          What you wrote, <Time iso={created_at} />
        </h3>
        <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      </div>
      {decided_at && (
        <p className="text-sm text-muted">
          Decided <Time iso={decided_at} />
        </p>
      )}
    </section>
  )
}

const OUTCOMES = {
  granted: { title: 'Your appeal was granted', meaning: 'The action was reversed.' },
  rejected: { title: 'Your appeal was rejected', meaning: 'The action stands.' },
  moot: { title: 'Your appeal is closed', meaning: 'The action was reversed before a decision.' },
} as const
