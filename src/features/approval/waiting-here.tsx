import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import type { Pending } from './contract.ts'
import { type PendingEditor, PendingItem } from './pending-item.tsx'
import { myPending } from './queries.ts'

interface Props {
  label: string
  Editor: PendingEditor
  /** Whether it is to stand here. */
  isHere: (item: Pending) => boolean
  /** The id that its element has, where somebody is led to it. */
  idOf?: (item: Pending) => string
  placeOf?: (item: Pending) => { href: string; label: string } | undefined
}

/** What the viewer has sent here and waits, below what everybody sees; the oldest first, as they stand once they are there. */
export function WaitingHere({ label, Editor, isHere, idOf, placeOf }: Props) {
  const waiting = useWaiting(isHere)
  useDecisions()
  if (waiting.length === 0) return null
  return (
    <ul aria-label={label} className="mt-4 grid gap-3">
      {waiting.toReversed().map((item) => (
        <PendingItem
          key={item.id}
          item={item}
          Editor={Editor}
          {...(idOf && { id: idOf(item) })}
          place={placeOf?.(item)}
        />
      ))}
    </ul>
  )
}

/** What waits of the viewer's, the newest first. */
export function useWaiting(isHere: Props['isHere']): Pending[] {
  const { data } = useQuery(myPending())
  return (data?.items ?? []).filter((item) => item.state === 'waiting' && isHere(item))
}

/** A decision comes with a notification. */
export function useDecisions(): void {
  const queryClient = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type === 'notification' || type === 'missed')
      void queryClient.invalidateQueries({ queryKey: api.pendingContent.key() })
  })
}
