import { useQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { useRefetchOn } from '../use-refetch-on.ts'
import type { PendingText } from './contract.ts'
import { type PendingEditor, PendingItem } from './pending-item.tsx'
import { pendingContentQuery } from './queries.ts'

interface Props {
  label: string
  Editor: PendingEditor
  isHere: (item: PendingText) => boolean
  /** Returns the id of an item's HTML element, so that links can lead to it. */
  idOf?: (item: PendingText) => string
  placeOf?: (item: PendingText) => { href: string; label: string } | undefined
}

/** Lists the viewer's pending texts below the published ones and, like those, with the oldest first. */
export function PendingContentHere({ label, Editor, isHere, idOf, placeOf }: Props) {
  const waiting = usePendingContent(isHere)
  useRefetchOnDecision()
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

/** Returns the viewer's texts that await approval and for which `isHere` is true, newest first. */
export function usePendingContent(isHere: Props['isHere']): PendingText[] {
  const { data } = useQuery(pendingContentQuery())
  return (data?.items ?? []).filter((item) => item.state === 'waiting' && isHere(item))
}

/** Refetches the viewer's pending texts when a moderator has decided about one of them. */
export function useRefetchOnDecision(): void {
  useRefetchOn('notification', api.pendingContent.key())
}
