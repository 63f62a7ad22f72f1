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
  /** Element id of an item, as a link target. */
  idOf?: (item: PendingText) => string
  placeOf?: (item: PendingText) => { href: string; label: string } | undefined
}

/** The viewer's texts awaiting approval, oldest first like the published ones above. */
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

/** Newest first. */
export function usePendingContent(isHere: Props['isHere']): PendingText[] {
  const { data } = useQuery(pendingContentQuery())
  return (data?.items ?? []).filter((item) => item.state === 'waiting' && isHere(item))
}

/** Refetches pending texts after decisions. */
export function useRefetchOnDecision(): void {
  useRefetchOn('notification', api.pendingContent.key())
}
