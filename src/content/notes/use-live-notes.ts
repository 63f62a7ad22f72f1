import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PublicEvent } from '../../accounts/live/events.ts'
import { useLiveEvents } from '../../accounts/live/use-live-events.ts'
import { useGuestStream } from '../../accounts/live/use-stream.ts'
import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { isSentHere, listCachedNoteIds, removeNoteUnlessOpen, updateCachedNote } from './note-cache.ts'

type NotesEvent = Extract<PublicEvent, { type: 'notes' }>

/** Time in milliseconds during which live changes are collected into one batch of requests. */
export const LIVE_NOTES_BATCH_MS = 400
/** Maximum number of notes that are refetched one by one. For more, refetching whole pages is cheaper. */
export const SINGLE_REFETCHES_MAX = 10

/** Updates the notes on screen, also for guests. Calls `onNew` with the id of each new top-level note. */
export function useLiveNotes(onNew?: (id: string) => void): void {
  useGuestStream()
  const queryClient = useQueryClient()
  const askAgain = useBatchedIds((ids) => refresh(queryClient, ids))
  const hear = ({ act, id, parent_id }: NotesEvent) => {
    if (act === 'deleted') removeNoteUnlessOpen(queryClient, id)
    else if (act === 'changed') askAgain(id)
    if (parent_id) {
      askAgain(parent_id)
      if (act === 'created')
        void queryClient.invalidateQueries({ queryKey: api.notes.replies.key({ input: { id: parent_id } }) })
    } else if (act === 'created' && !isSentHere(id)) onNew?.(id)
  }
  useLiveEvents((event) => {
    if (event.type === 'notes') hear(event)
    else if (event.type === 'note_likes') askAgain(event.id)
    else if (event.type === 'missed') void queryClient.invalidateQueries({ queryKey: api.notes.key() })
  })
}

export function useNewNotes(known: ReadonlySet<string>) {
  const [ids, setIds] = useState<readonly string[]>([])
  useLiveNotes((id) => setIds((others) => [...others.filter((other) => other !== id), id]))
  useLiveEvents((event) => {
    if (event.type === 'notes' && event.act === 'deleted')
      setIds((all) => all.filter((id) => id !== event.id))
  })
  return { count: ids.filter((id) => !known.has(id)).length, clear: () => setIds([]) }
}

export function useBatchedIds(act: (ids: string[]) => void) {
  const gathered = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (id: string) => {
    gathered.current.add(id)
    if (gathered.current.size > 1) return
    timer.current = setTimeout(() => {
      const ids = [...gathered.current]
      gathered.current.clear()
      act(ids)
    }, LIVE_NOTES_BATCH_MS)
  }
}

async function refresh(queryClient: QueryClient, ids: string[]): Promise<void> {
  const shown = listCachedNoteIds(queryClient)
  const changed = ids.filter((id) => shown.has(id))
  if (changed.length > SINGLE_REFETCHES_MAX)
    return queryClient.invalidateQueries({ queryKey: api.notes.key() })
  await Promise.all(changed.map((id) => refreshOne(queryClient, id)))
}

/** Refetches one note. On failure, the note stays as it is until its next change. */
async function refreshOne(queryClient: QueryClient, id: string): Promise<void> {
  try {
    const fresh = await client.notes.read({ id })
    updateCachedNote(queryClient, id, () => fresh)
  } catch (error) {
    if (errorCode(error) === 'NOT_FOUND') removeNoteUnlessOpen(queryClient, id)
  }
}
