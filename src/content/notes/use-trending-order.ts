import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLiveEvents } from '../../accounts/live/use-live-events.ts'
import { api, client } from '../../core/client.ts'
import type { Note } from './contract.ts'
import { addLikedNote, compareByLikes, isSorted, sortLikedNotes } from './note-cache.ts'
import type { NoteSort } from './policy.ts'
import { LIVE_NOTES_BATCH_MS, SINGLE_REFETCHES_MAX, useBatchedIds } from './use-live-notes.ts'

const AFTER_PRESS = 300

interface TrendingList {
  sort: NoteSort
  start: string | undefined
  known: readonly Note[]
  isWhole: boolean
}

/** Re-sorts most liked notes when likes change. Preserves focus. Waits while the viewer types or clicks. */
export function useTrendingOrder({ sort, start, known, isWhole }: TrendingList): void {
  const queryClient = useQueryClient()
  const focused = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the list, in which a moved element loses the focus
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body)
      focused.current.focus({ preventScroll: true })
    focused.current = null
  }, [known])

  useEffect(() => {
    if (sort !== 'trending' || isSorted(known)) return
    const settle = () => {
      // A click is lost if its target moves between press and release.
      if (isWriting() || document.querySelector(':active')) return
      focused.current = focusedInList()
      sortLikedNotes(queryClient, start)
    }
    const timer = setTimeout(settle, LIVE_NOTES_BATCH_MS)
    // Deferred, because the next field receives the focus only after focusout.
    const settleSoon = () => setTimeout(settle)
    const settleLater = () => setTimeout(settle, AFTER_PRESS)
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('focusout', settleSoon, { signal })
    document.addEventListener('pointerup', settleLater, { signal })
    document.addEventListener('pointercancel', settleLater, { signal })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [queryClient, sort, start, known])

  const look = useBatchedIds(async (ids) => {
    if (ids.length > SINGLE_REFETCHES_MAX)
      return void queryClient.invalidateQueries({ queryKey: api.notes.list.key({ input: { sort } }) })
    const notes = await Promise.all(ids.map((id) => client.notes.read({ id }).catch(() => undefined)))
    const last = known.at(-1)
    for (const note of notes)
      if (note && !note.parent_id && (isWhole || (last && compareByLikes(note, last) < 0)))
        addLikedNote(queryClient, note)
  })
  useLiveEvents((event) => {
    if (event.type !== 'note_likes' || sort !== 'trending' || start) return
    if (!known.some(({ id }) => id === event.id)) look(event.id)
  })
}

function focusedInList(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement.closest('[data-list-item]')
    ? activeElement
    : null
}

function isWriting(): boolean {
  return focusedInList()?.matches('textarea, input') ?? false
}
