import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { HoldReason, SubmittedKind } from './policy.ts'
import { WAITS, WILL_HEAR } from './words.ts'

/** Says at once what happens to it, and shows it where its author looks for it. */
export async function tellHeld(queryClient: QueryClient, kind: SubmittedKind): Promise<void> {
  toast({ kind: 'info', title: WAITS[kind], description: WILL_HEAR })
  await queryClient.invalidateQueries({ queryKey: api.pendingContent.key() })
}

/** After a held text was edited: it waits again, or was published because the reason to hold it is gone. */
export async function tellEdited(
  queryClient: QueryClient,
  kind: SubmittedKind,
  { pending }: { pending?: { reasons: HoldReason[] } | undefined },
): Promise<void> {
  if (pending) return tellHeld(queryClient, kind)
  toast({ kind: 'success', title: `Your ${kind} has been published` })
  await Promise.all(
    [api.pendingContent, api.posts, api.comments, api.notes].map((group) =>
      queryClient.invalidateQueries({ queryKey: group.key() }),
    ),
  )
}
