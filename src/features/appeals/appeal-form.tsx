import { useQueryClient } from '@tanstack/react-query'
import { errorCode } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { sendErrorText } from '../drafts/send-error.ts'
import { TextForm } from '../drafts/text-form.tsx'
import { APPEAL_LIMIT } from './policy.ts'
import { appealQuery } from './queries.ts'

/** Why it was wrong. Sent once; until then it is a draft. */
export function AppealForm({ viewer, actionId }: { viewer: Viewer; actionId: string }) {
  const queryClient = useQueryClient()
  const send = async (words: string) => {
    try {
      const appeal = await client.appeals.create({ id: actionId, words })
      queryClient.setQueryData(appealQuery(actionId).queryKey, (shown) => shown && { ...shown, appeal })
    } catch (error) {
      const description = sendErrorText(error) ?? 'Please try again later'
      toast({ kind: 'error', title: 'Your appeal could not be sent', description })
      // What stands in its way is shown instead of the form.
      if (errorCode(error) === 'CONFLICT') void queryClient.invalidateQueries({ queryKey: api.appeals.key() })
      throw error
    }
    toast({ kind: 'success', title: 'Appeal sent', description: 'You are told what is decided.' })
    document.getElementById('appeal-state')?.focus()
  }
  return (
    <section aria-labelledby="appeal-form" className="grid gap-2">
      <h2 id="appeal-form" className="text-lg">
        Ask that somebody else looks at it
      </h2>
      <p className="text-muted">
        Say why this was wrong. Somebody who was not part of it decides, and you are told. You can appeal
        once.
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
