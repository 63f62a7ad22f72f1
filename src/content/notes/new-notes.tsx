import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Note } from './contract.ts'
import { newNotesText } from './copy.ts'
import type { NoteSort } from './policy.ts'
import { notesQuery } from './queries.ts'
import { useNewNotes } from './use-live-notes.ts'
import { useTrendingOrder } from './use-trending-order.ts'

interface Props {
  sort: NoteSort
  start: string | undefined
  known: readonly Note[]
  isWhole: boolean
}

/** List whose new notes the viewer requested. Global, because switching lists remounts this component. */
let askedFor: NoteSort | undefined

/** Button such as "3 new notes". For an idle viewer at the top, new notes are inserted at once instead. */
export function NewNotes({ sort, start, known, isWhole }: Props) {
  const queryClient = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const navigate = useNavigate()
  const fresh = useNewNotes(new Set(known.map(({ id }) => id)))
  useTrendingOrder({ sort, start, known, isWhole })
  // A new note has no likes, so it is on the first page of the most liked only if that is the only page.
  const isOnThisPage = !start && (sort === 'recent' || isWhole)
  // Scrolls to and focuses the first new note, because the pressed button has disappeared.
  useEffect(() => {
    if (askedFor !== sort || start) return
    askedFor = undefined
    scrollTo({ top: 0 })
    document.getElementById(`note-${known[0]?.id}`)?.focus({ preventScroll: true })
  }, [known, sort, start])
  const [come, setCome] = useState(0)
  const bringIn = useEffectEvent(async () => {
    if (fresh.count === 0 || !isOnThisPage || sort !== 'recent' || !isAtRest()) return
    const { count } = fresh
    await refetchFirst()
    fresh.clear()
    setCome(count)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when new notes arrive
  useEffect(() => void bringIn(), [fresh.count])
  const refetchFirst = () => {
    const { queryKey } = notesQuery(sort)
    queryClient.setQueryData(
      queryKey,
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: [undefined] },
    )
    return queryClient.refetchQueries({ queryKey, exact: true })
  }
  const show = async () => {
    setLoading(true)
    if (!isOnThisPage) {
      queryClient.removeQueries({ queryKey: notesQuery('recent').queryKey, exact: true })
      askedFor = 'recent'
      return navigate({ to: '/notes' })
    }
    await refetchFirst()
    askedFor = sort
    setLoading(false)
    fresh.clear()
  }
  return (
    <div role="status" className="sticky top-28 z-10 h-0">
      {come > 0 && fresh.count === 0 && <span className="sr-only">{newNotesText(come)}</span>}
      {fresh.count > 0 && (
        <Button
          icon="icon-arrow-up"
          pending={isLoading}
          onClick={show}
          className="absolute right-0 bottom-1 rounded-full! text-sm shadow-raised"
        >
          {newNotesText(fresh.count)}
        </Button>
      )}
    </div>
  )
}

/** Maximum scroll position in pixels that still counts as the top of the page. */
const TOP = 8

/** Whether the viewer is idle at the top of the page: no typed text, hover, focus or selection. */
function isAtRest(): boolean {
  if (document.visibilityState !== 'visible' || scrollY > TOP) return false
  const isWriting = [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
  const isBusy =
    document.querySelector('[data-notes]:is(:hover, :focus-within), [popover=auto]:popover-open') !== null
  return !isWriting && !isBusy && getSelection()?.isCollapsed !== false
}
