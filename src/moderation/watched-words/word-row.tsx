import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { ListedWord } from './contract.ts'
import { TurnOnDialog } from './turn-on-dialog.tsx'

interface Props {
  item: ListedWord
  canEdit: boolean
  onEdit: () => void
  onRemoved: () => void
}

export function WordRow({ item, canEdit, onEdit, onRemoved }: Props) {
  const { id, word, is_on } = item
  const [opened, setOpened] = useState<'test' | 'deletion'>()
  const refetch = useRefetchWords()
  const turn = useTurn(item)
  const close = () => setOpened(undefined)
  const remove = async () => {
    try {
      await client.watchedWords.remove({ id })
      onRemoved()
      toast({ kind: 'success', title: 'Watched word deleted' })
    } catch (error) {
      showFailureToast('The watched word could not be deleted', error)
    }
  }
  return (
    <li data-list-item className="flex flex-wrap items-start gap-1 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-48 py-1.5 wrap-anywhere">
        <h3 dir="auto" className="text-lg leading-snug">
          {word}
        </h3>
        <p className="mt-0.5 text-sm text-muted">
          <b className="font-semibold text-text">{is_on ? 'On' : 'Off'}</b> · {actionText(item)}
        </p>
      </div>
      {canEdit && (
        <div className="flex flex-none items-center gap-1">
          <Button
            kind="quiet"
            className="text-sm max-md:px-3"
            aria-label={`Turn ${is_on ? 'off' : 'on'} ${word}`}
            onClick={() => (is_on ? void turn(false).then(refetch) : setOpened('test'))}
          >
            Turn {is_on ? 'off' : 'on'}
          </Button>
          <IconButton icon="icon-pencil" label={`Edit ${word}`} onClick={onEdit} />
          <IconButton icon="icon-trash" label={`Delete ${word}`} onClick={() => setOpened('deletion')} />
        </div>
      )}
      <TurnOnDialog
        word={item}
        open={opened === 'test'}
        onClose={close}
        onConfirm={() => turn(true)}
        onClosed={refetch}
      />
      <ConfirmDialog
        open={opened === 'deletion'}
        onClose={close}
        title={`Delete “${word}”?`}
        description="Texts that were held or changed because of it stay as they are."
        confirmLabel="Delete"
        danger
        onConfirm={remove}
        onClosed={refetch}
      />
    </li>
  )
}

function useRefetchWords(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: api.watchedWords.list.key() })
}

function useTurn({ id, word, updated_at }: ListedWord) {
  return async (is_on: boolean) => {
    try {
      await client.watchedWords.update({ id, is_on, updated_at })
      toast({ kind: 'success', title: `${isolateText(word)} turned ${is_on ? 'on' : 'off'}` })
    } catch (error) {
      showFailureToast('The watched word could not be changed', error)
    }
  }
}

function actionText({ action, replacement }: ListedWord): string {
  if (action === 'hold') return 'Hold for approval'
  return action === 'refuse' ? 'Refuse' : `Replace with “${isolateText(replacement ?? '')}”`
}
