import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import type { Pending } from './contract.ts'
import { type PendingEditor, PendingItem } from './pending-item.tsx'
import { myPending } from './queries.ts'

interface Props {
  label: string
  Editor: PendingEditor
  isHere: (item: Pending) => boolean
  /** Element id of an item, as a link target. */
  idOf?: (item: Pending) => string
  placeOf?: (item: Pending) => { href: string; label: string } | undefined
}

/** The viewer's texts that wait for approval, oldest first like the published ones above. */
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

/** Newest first. */
export function useWaiting(isHere: Props['isHere']): Pending[] {
  const { data } = useQuery(myPending())
  return (data?.items ?? []).filter((item) => item.state === 'waiting' && isHere(item))
}

/** A decision arrives with a notification. */
export function useDecisions(): void {
  const queryClient = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type === 'notification' || type === 'missed')
      void queryClient.invalidateQueries({ queryKey: api.pendingContent.key() })
  })
}
