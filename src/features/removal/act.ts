import { errorMessage } from '../../api/core/api-error.ts'
import { client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Removable } from './policy.ts'
import type { Removal } from './removal-schema.ts'

export interface Thing {
  kind: Removable
  id: string
}

export interface Grounds {
  rule?: { number: number; title: string } | undefined
  reason: string
  note: string
}

/** After a thing was removed (what its stub says) or restored (null): whoever shows it brings that on screen. */
export type OnChanged = (removal: Removal | null) => Promise<void> | void

/** Long enough to read what happened and change one's mind. */
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

/** Says that it is removed, with a way back. Rejects when it was refused. */
export async function remove(thing: Thing, { rule, reason, note }: Grounds, onChanged: OnChanged) {
  const { kind, id } = thing
  const grounds = { reason, note, ...(rule && { rule: rule.number }) }
  const { action_id } = await REMOVE[kind]({ id, ...grounds })
  await onChanged({
    action_id,
    reason: reason.trim() || null,
    rule: rule ? `${rule.number}. ${rule.title}` : null,
  })
  toast({
    kind: 'success',
    title: `${nameOf(kind)} removed`,
    lasts: UNDO_MS,
    action: { label: 'Undo', onPress: () => void restore(thing, onChanged) },
  })
}

/** Says how it ended. */
export async function restore({ kind, id }: Thing, onChanged: OnChanged): Promise<void> {
  try {
    await RESTORE[kind]({ id })
  } catch (error) {
    const description = errorMessage(error) ?? 'Please try again later'
    return toast({ kind: 'error', title: `The ${kind} could not be restored`, description })
  }
  await onChanged(null)
  toast({ kind: 'success', title: `${nameOf(kind)} restored` })
}

function nameOf(kind: Removable): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}
