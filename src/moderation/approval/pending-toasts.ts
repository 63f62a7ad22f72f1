import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type HoldReason, PENDING_DESCRIPTION, PENDING_TITLES, type SubmittedKind } from './policy.ts'

/** Shows a toast that the text awaits approval, and refetches the viewer's pending texts. */
export async function showPendingToast(queryClient: QueryClient, kind: SubmittedKind): Promise<void> {
  toast({ kind: 'info', title: PENDING_TITLES[kind], description: PENDING_DESCRIPTION })
  await queryClient.invalidateQueries({ queryKey: api.pendingContent.key() })
}

/** Shows a toast after an edit of a pending text: it was published or still awaits approval. */
export async function showEditedToast(
  queryClient: QueryClient,
  kind: SubmittedKind,
  { pending }: { pending?: { reasons: HoldReason[] } | undefined },
): Promise<void> {
  if (pending) return showPendingToast(queryClient, kind)
  toast({ kind: 'success', title: `Your ${kind} has been published` })
  await Promise.all(
    [api.pendingContent, api.posts, api.comments, api.notes].map((group) =>
      queryClient.invalidateQueries({ queryKey: group.key() }),
    ),
  )
}

/** Ids of texts just sent from this page. Each pending item receives the focus when it first renders. */
const arriving = new Set<string>()

export function expectPublication(id: string): void {
  arriving.add(id)
}

/** Whether the item was just sent from this page. True only once per id, so that it takes the focus once. */
export function consumeExpectedPublication(id: string): boolean {
  return arriving.delete(id)
}
