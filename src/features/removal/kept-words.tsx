import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode } from '../../api/core/api-error.ts'
import { client } from '../../api/core/client.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { restore, type Thing } from './act.ts'
import type { Kept } from './contract.ts'
import { wordsOf } from './words.ts'

interface Props extends Thing {
  /** As staff; else as the author. */
  mayRestore: boolean
  /** Where its author asks that somebody else looks at it. */
  appealHref?: string | false
}

/** What a moderator removed, to copy or to restore. Private: asked for by its author and by staff alone. */
export function KeptWords({ kind, id, mayRestore, appealHref }: Props) {
  const { viewer } = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: [['removals', mayRestore ? 'read' : 'mine', kind, id], viewer?.id],
    queryFn: () => read({ kind, id }, mayRestore),
    retry: false,
  })
  if (isError)
    return (
      <p role="alert" className="mt-2 text-sm">
        What it said could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Load it again
        </Button>
      </p>
    )
  if (data === undefined) return null
  if (data === null) return <p className="mt-2 text-sm text-muted">Its words are erased.</p>
  return (
    <details className="my-2 rounded-lg border border-line px-3.5 text-base">
      <summary className="cursor-pointer py-2.5 font-medium">
        {mayRestore ? 'What it said' : 'Your words'}
      </summary>
      <p className="mb-2 whitespace-pre-wrap wrap-anywhere">{wordsOf(data)}</p>
      <div className="flex flex-wrap gap-3 pb-3">
        <CopyButton kept={data} />
        {mayRestore && <RestoreButton thing={{ kind, id }} />}
        {appealHref && (
          <ButtonAnchor href={appealHref} kind="quiet">
            Appeal
          </ButtonAnchor>
        )}
      </div>
    </details>
  )
}

/** Null: they are erased. */
async function read(thing: Thing, asStaff: boolean): Promise<Kept | null> {
  try {
    return await (asStaff ? client.removals.read(thing) : client.removals.mine(thing))
  } catch (error) {
    if (errorCode(error) === 'NOT_FOUND') return null
    throw error
  }
}

function CopyButton({ kept }: { kept: Kept }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(wordsOf(kept))
      toast({ kind: 'success', title: 'Copied' })
    } catch {
      toast({ kind: 'error', title: 'Could not copy', description: 'Please select the words instead.' })
    }
  }
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      Copy
    </Button>
  )
}

function RestoreButton({ thing }: { thing: Thing }) {
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const press = async () => {
    setSending(true)
    await restore(queryClient, thing)
    setSending(false)
  }
  return (
    <Button kind="quiet" disabled={isSending} onClick={() => void press()}>
      Restore
    </Button>
  )
}
