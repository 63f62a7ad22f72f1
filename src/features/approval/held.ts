import type { QueryClient } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { SubmittedKind } from './policy.ts'
import { WAITS, WILL_HEAR } from './words.ts'

/** Says at once what happens to it, and shows it where its author looks for it. */
export async function tellHeld(queryClient: QueryClient, kind: SubmittedKind): Promise<void> {
  toast({ kind: 'info', title: WAITS[kind], description: WILL_HEAR })
  await queryClient.invalidateQueries({ queryKey: api.pendingContent.key() })
}

/**
 * Held before, with the answer lost, and written on since: what waits makes way for what is in the form now. Throws the refusal
 * where nothing of this id waits.
 */
export async function sendInstead<Sent>(
  thing: { kind: SubmittedKind; id: string },
  refusal: unknown,
  send: () => Promise<Sent>,
): Promise<Sent> {
  await client.pendingContent.withdraw(thing).catch(() => {
    throw refusal
  })
  return send()
}
