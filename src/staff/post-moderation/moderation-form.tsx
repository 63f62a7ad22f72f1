import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { errorCode, errorField } from '../../core/api-error.ts'
import { api } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { type ErrorOf, useFieldError } from '../../core/use-field-error.ts'
import { MODERATOR_NOTE_LIMIT, REASON_LIMIT } from '../../moderation/policy.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field, TextareaField } from '../../ui/form/field.tsx'
import type { PostModeration } from './contract.ts'

interface ModerationFormValues {
  reason: string
  note: string
}

interface Props {
  submitLabel: string
  isIncomplete: boolean
  /** Resolves to whether the action succeeded. Rejects with an error to show beside a field. */
  onSubmit: (grounds: ModerationFormValues) => Promise<boolean>
  onClose: () => void
  children: (errorOf: ErrorOf) => ReactNode
}

export function ModerationForm({ submitLabel, isIncomplete, onSubmit, onClose, children }: Props) {
  const [grounds, setGrounds] = useState<ModerationFormValues>({ reason: '', note: '' })
  const { form, errorOf, isSending, send } = useFieldError('The change could not be saved')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isIncomplete || isSending) return
    await send(async () => {
      if (await onSubmit(grounds)) onClose()
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      {children(errorOf)}
      <Field
        label="Reason"
        hint="Shown in the public moderation log. Optional."
        value={grounds.reason}
        error={errorOf('reason')}
        maxLength={REASON_LIMIT}
        autoComplete="off"
        onChange={({ target }) => setGrounds({ ...grounds, reason: target.value })}
      />
      <TextareaField
        label="Note"
        hint="Only visible to moderators. Optional."
        value={grounds.note}
        error={errorOf('note')}
        maxLength={MODERATOR_NOTE_LIMIT}
        className="min-h-16"
        onChange={({ target }) => setGrounds({ ...grounds, note: target.value })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="quiet" disabled={isSending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isIncomplete} pending={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Returns a function that changes a post and shows the result. Rejects if an error belongs to a field. */
export function useModeration() {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return async (done: string, act: () => Promise<PostModeration>): Promise<boolean> => {
    try {
      const post = await act()
      queryClient.setQueryData(api.postModeration.read.queryKey({ input: { id: post.id } }), post)
      void queryClient.invalidateQueries({ queryKey: api.posts.read.key({ input: { id: post.id } }) })
      for (const group of [api.posts.list, api.profiles, api.moderationActions])
        queryClient.removeQueries({ queryKey: group.key(), type: 'inactive' })
      toast({ kind: 'success', title: done })
      return true
    } catch (error) {
      // Refreshes the session, because the viewer's role may have been revoked.
      if (errorCode(error) === 'FORBIDDEN') void refresh()
      if (errorField(error)) throw error
      showFailureToast('The change could not be saved', error)
      return false
    }
  }
}
