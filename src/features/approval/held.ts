import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type HoldReason, type SubmittedKind, WAITS, WILL_HEAR } from './policy.ts'

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

/** Ids of what was just sent from here: the keyboard and the eyes are led to it once it stands there. */
const arriving = new Set<string>()

export function expectArrival(id: string): void {
  arriving.add(id)
}

/** Once for each that is expected. */
export function isArriving(id: string): boolean {
  return arriving.delete(id)
}
