import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Note } from './contract.ts'
import type { NoteSort } from './policy.ts'
import { notesQuery } from './queries.ts'
import { useNewNotes } from './use-live-notes.ts'
import { useTrendingOrder } from './use-trending-order.ts'
import { newNotesWords } from './words.ts'

interface Props {
  sort: NoteSort
  start: string | undefined
  known: readonly Note[]
  /** There is no next page. */
  isWhole: boolean
}

/** The list in which somebody has asked for what is new: they are led to it, from another list too. */
let askedFor: NoteSort | undefined

/**
 * "3 new notes": at the top of the newest they come by themselves; elsewhere, and while somebody writes, when they are
 * asked for, so that nothing moves under the eyes. From where they have no place, this leads to the newest. Above the list, over the row of the tabs, and below the header once that has gone out
 * of sight.
 */
export function NewNotes({ sort, start, known, isWhole }: Props) {
  const queryClient = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const navigate = useNavigate()
  const fresh = useNewNotes(new Set(known.map(({ id }) => id)))
  useTrendingOrder({ sort, start, known, isWhole })
  // Nobody likes a new note yet: it is not on the first page of what is liked most, unless that is all there is.
  const isOnThisPage = !start && (sort === 'recent' || isWhole)
  // With the notes come the eyes and the keyboard: the button that was pressed is gone.
  useEffect(() => {
    // What changes in the list that is being left is not what was asked for.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: something new has come
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
      {come > 0 && fresh.count === 0 && <span className="sr-only">{newNotesWords(come)}</span>}
      {fresh.count > 0 && (
        <Button
          icon="icon-arrow-up"
          pending={isLoading}
          onClick={show}
          className="absolute right-0 bottom-1 rounded-full! text-sm shadow-raised"
        >
          {newNotesWords(fresh.count)}
        </Button>
      )}
    </div>
  )
}

/** Pixels: who has scrolled less still looks at the top. */
const TOP = 8

/**
 * Whether new notes may come in by themselves: the reader is at the top of the page, writes nothing, and has neither
 * pointer nor keyboard nor a selection where things would move under them.
 */
function isAtRest(): boolean {
  if (document.visibilityState !== 'visible' || scrollY > TOP) return false
  const isWriting = [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
  const isBusy =
    document.querySelector('[data-notes]:is(:hover, :focus-within), [popover=auto]:popover-open') !== null
  return !isWriting && !isBusy && getSelection()?.isCollapsed !== false
}
