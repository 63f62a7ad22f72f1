import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TextareaField } from '../../ui/form/field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { REASON_MISSING } from '../policy.ts'
import type { RemovalTarget } from '../removal/policy.ts'
import { GroundsFields, groundsInput, NO_GROUNDS } from '../rules/grounds-fields.tsx'
import { PASSAGE_LENGTH, PASSAGE_MAX, PASSAGE_MIN, REDACTION_MARK } from './policy.ts'

interface Props {
  thing: RemovalTarget
  open: boolean
  onClose: () => void
}

/** A dialog that redacts a passage, which is the selected text at first. Only moderators and admins load it. */
export default function RedactionDialog({ thing, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Redact a passage of this ${thing.kind}?`}
      description={`“${REDACTION_MARK}” replaces it everywhere, also in earlier versions and quotations. You can restore it within 90 days.`}
    >
      {open && <RedactionForm thing={thing} onClose={onClose} />}
    </Dialog>
  )
}

function RedactionForm({ thing, onClose }: Omit<Props, 'open'>) {
  const queryClient = useQueryClient()
  const [passage, setPassage] = useState(readSelectedText)
  const [grounds, setGrounds] = useState(NO_GROUNDS)
  const { form, errorOf, refuse, isSending, send } = useFieldError('Redacting failed')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (passage.trim().length < PASSAGE_MIN) return refuse('passage', PASSAGE_LENGTH)
    if (!grounds.rule && !grounds.reason.trim()) return refuse('reason', REASON_MISSING)
    await send(async () => {
      const done = await client.redactions.create({ ...thing, passage, ...groundsInput(grounds) })
      onClose()
      const undo = () => void restore(queryClient, done.action_id)
      toast({
        kind: 'success',
        title: 'Passage redacted',
        lasts: UNDO_MS,
        action: { label: 'Undo', onPress: undo },
      })
      await refetchTexts(queryClient)
    })
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <TextareaField
        label="Passage"
        required
        hint="Copy it from the text. All occurrences are redacted."
        error={errorOf('passage')}
        value={passage}
        onChange={({ target }) => setPassage(target.value)}
        maxLength={PASSAGE_MAX}
        className="min-h-16"
      />
      <GroundsFields
        grounds={grounds}
        onChange={setGrounds}
        errorOf={errorOf}
        reasonHint="Shown in the public log. Don’t repeat the passage here."
        noteHint="Only visible to moderators and admins."
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" kind="danger" disabled={isSending}>
          Redact
        </Button>
      </div>
    </form>
  )
}

const UNDO_MS = 10_000

function readSelectedText(): string {
  return getSelection()?.toString().trim().slice(0, PASSAGE_MAX) ?? ''
}

async function restore(queryClient: QueryClient, id: string): Promise<void> {
  try {
    await client.redactions.restore({ id })
  } catch (error) {
    return showFailureToast('The passage could not be restored', error)
  }
  toast({ kind: 'success', title: 'Passage restored' })
  await refetchTexts(queryClient)
}

async function refetchTexts(queryClient: QueryClient): Promise<void> {
  const groups = [api.posts, api.comments, api.notes, api.revisions]
  await Promise.all(groups.map((group) => queryClient.invalidateQueries({ queryKey: group.key() })))
}
