import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { useFieldError } from '../../api/core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TextareaField } from '../../ui/form/field.tsx'
import { ANSWER_LIMIT } from '../appeals/policy.ts'
import { NOTE_LIMIT } from '../moderation/policy.ts'

interface Props {
  id: string
  onDecided: () => void
}

/** A decision is one press, or one key (use-case-keys.ts). What was typed stays until one is made. */
export function AppealForm({ id, onDecided }: Props) {
  const [{ answer, note }, setFields] = useState({ answer: '', note: '' })
  const { pending, form, errorOf, decide } = useDecide(id, onDecided)
  const press = (outcome: 'granted' | 'rejected') => () => void decide({ outcome, answer, note })
  return (
    <form ref={form} className="grid gap-3" noValidate onSubmit={(event) => event.preventDefault()}>
      <TextareaField
        label="Answer"
        hint="To the member, who is not told who decided."
        value={answer}
        error={errorOf('answer')}
        maxLength={ANSWER_LIMIT}
        count={answer.length}
        limit={ANSWER_LIMIT}
        onChange={({ target }) => setFields({ answer: target.value, note })}
        className="min-h-16"
      />
      <TextareaField
        label="Note"
        hint="For moderators and admins."
        value={note}
        error={errorOf('note')}
        maxLength={NOTE_LIMIT}
        onChange={({ target }) => setFields({ answer, note: target.value })}
        className="min-h-16"
      />
      <div className="flex flex-wrap gap-3">
        <Button data-case-key="g" disabled={pending} onClick={press('granted')}>
          Grant
        </Button>
        <Button kind="quiet" data-case-key="x" disabled={pending} onClick={press('rejected')}>
          Reject
        </Button>
      </div>
    </form>
  )
}

const DONE = {
  restored: 'The appeal is granted, and the words are back',
  lifted: 'The appeal is granted, and the measure is lifted',
  none: 'The appeal is granted. There was nothing left to take back',
}

function useDecide(id: string, onDecided: () => void) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const { form, errorOf, explain, clear } = useFieldError('This could not be decided')
  const decide = async (decision: Omit<Parameters<typeof client.appeals.decide>[0], 'id'>) => {
    setPending(true)
    clear()
    try {
      const { outcome, reversal } = await client.appeals.decide({ id, ...decision })
      toast({
        kind: 'success',
        title: outcome === 'granted' ? DONE[reversal] : 'The appeal is rejected',
      })
    } catch (refusal) {
      setPending(false)
      if (errorCode(refusal) !== 'CONFLICT') return explain(refusal)
      toast({ kind: 'error', title: 'Somebody else was faster', description: errorMessage(refusal) })
    }
    onDecided()
    await queryClient.invalidateQueries({ queryKey: api.moderationCases.key() })
  }
  return { pending, form, errorOf, decide }
}
