import type { QueryClient } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { GroundsValues } from '../rules/grounds-fields.tsx'
import type { Removable, RemovalTarget } from './policy.ts'
import type { Removal } from './removal-schema.ts'

const UNDO_MS = 10_000

const REMOVE = {
  post: client.removals.removePost,
  comment: client.removals.removeComment,
  note: client.removals.removeNote,
}
const RESTORE = {
  post: client.removals.restorePost,
  comment: client.removals.restoreComment,
  note: client.removals.restoreNote,
}

/** Removes content and shows a toast with "Undo". Rejects if the server refuses the removal. */
export async function requestRemoval(
  queryClient: QueryClient,
  thing: RemovalTarget,
  { rule, reason, note }: GroundsValues,
) {
  const { kind, id } = thing
  const { action_id } = await REMOVE[kind]({ id, reason, note, ...(rule && { rule: rule.number }) })
  await show(queryClient, thing, {
    action_id,
    is_hidden: false,
    reason: reason.trim() || null,
    rule: rule ? `${rule.number}. ${rule.title}` : null,
  })
  toast({
    kind: 'success',
    title: `${nameOf(kind)} removed`,
    lasts: UNDO_MS,
    action: { label: 'Undo', onPress: () => void requestRestore(queryClient, thing) },
  })
}

/** Restores content and shows a toast with the result. */
export async function requestRestore(queryClient: QueryClient, thing: RemovalTarget): Promise<void> {
  const { kind, id } = thing
  try {
    await RESTORE[kind]({ id })
  } catch (error) {
    return showFailureToast(`The ${kind} could not be restored`, error, 'Please try again later')
  }
  await show(queryClient, thing, null)
  toast({ kind: 'success', title: `${nameOf(kind)} restored` })
}

function nameOf(kind: Removable): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** Shows the removed or restored content as guests see it, and refetches the lists it is in. */
async function show(
  queryClient: QueryClient,
  { kind, id }: RemovalTarget,
  removal: Removal | null,
): Promise<void> {
  if (kind === 'note') return queryClient.invalidateQueries({ queryKey: api.notes.key() })
  if (kind === 'post' && removal) {
    queryClient.setQueryData<object>([...api.posts.read.queryKey({ input: { id } })], { id, removal })
    return queryClient.invalidateQueries({ queryKey: api.posts.list.key() })
  }
  void queryClient.invalidateQueries({ queryKey: api.comments.key() })
  await queryClient.invalidateQueries({ queryKey: api.posts.key() })
}
