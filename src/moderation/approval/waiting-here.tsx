import { useQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { useRefetchOn } from '../use-refetch-on.ts'
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

/** The viewer's texts awaiting approval, oldest first like the published ones above. */
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

/** Refetches pending texts after decisions. */
export function useDecisions(): void {
  useRefetchOn('notification', api.pendingContent.key())
}
