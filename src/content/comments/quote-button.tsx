import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../ui/icon.tsx'
import type { CommentsView } from './comments-view.ts'
import { commentsQuery } from './queries.ts'
import { insertQuotation, type QuotableSelection, readSelection } from './quote.ts'

interface Props {
  postId: string
  postAuthor: string | undefined
  view: CommentsView
}

export function QuoteButton({ postId, postAuthor, view }: Props) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const [selected, forget] = useSelected(button)
  usePlace(button, selected)
  if (!selected) return null
  const authorOf = (commentId: string) =>
    queryClient
      .getQueryData(commentsQuery(postId, view).queryKey)
      ?.pages.flatMap(({ items }) => items)
      .find(({ id }) => id === commentId)?.author?.username
  const press = () => {
    const { commentId } = selected
    void insertQuotation(selected, commentId ? authorOf(commentId) : postAuthor)
    forget()
  }
  // The button is rendered inside the article, so that it follows the text in tab order.
  return createPortal(
    <button
      ref={button}
      type="button"
      data-quote
      aria-keyshortcuts="q"
      // Prevents a mouse press from clearing the text selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
      className="fixed z-20 inline-flex min-h-8 items-center gap-1.5 rounded-lg border border-line-strong bg-raised px-3 text-sm font-semibold text-text shadow-raised select-none hover:border-faint pointer-coarse:min-h-11"
    >
      <Icon icon="icon-quote" className="size-4" />
      Quote
    </button>,
    selected.article,
  )
}

/** Time in milliseconds without a change after which a text selection counts as complete. */
const SETTLED = 150

/** Returns the text selection once it is complete: not during a mouse drag or a press of the button. */
function useSelected(button: RefObject<HTMLButtonElement | null>) {
  const [selected, select] = useState<QuotableSelection>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDrawing = false
    let isPressed = false
    const settle = () => {
      clearTimeout(timer)
      if (!isPressed && !readSelection()) select(undefined)
      timer = setTimeout(() => isDrawing || isPressed || select(readSelection()), SETTLED)
    }
    const onDown = ({ target, pointerType }: PointerEvent) => {
      isPressed = button.current?.contains(target as Node) ?? false
      isDrawing = !isPressed && pointerType === 'mouse'
    }
    // Waits before clearing `isPressed`, because touch screens fire click after pointerup.
    const onUp = () => {
      isDrawing = false
      setTimeout(() => {
        isPressed = false
        settle()
      }, SETTLED)
    }
    const onKey = ({ key, isComposing }: KeyboardEvent) =>
      key === 'Escape' && !isComposing && select(undefined)
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('selectionchange', settle, { signal })
    addEventListener('pointerdown', onDown, { signal, capture: true })
    addEventListener('pointerup', onUp, { signal, capture: true })
    addEventListener('pointercancel', onUp, { signal, capture: true })
    addEventListener('keydown', onKey, { signal })
    // Handles text that was selected before hydration.
    settle()
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [button])
  return [selected, () => select(undefined)] as const
}

/** Distance between text and button in pixels. Touch screens need room for the selection handle. */
const GAP = { fine: 6, coarse: 40 }
const MARGIN = 8

function usePlace(button: RefObject<HTMLButtonElement | null>, selected: QuotableSelection | undefined) {
  useLayoutEffect(() => {
    if (!selected) return
    const place = () => button.current && put(button.current, selected.range)
    place()
    addEventListener('scroll', place, { passive: true, capture: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [button, selected])
}

function put(button: HTMLElement, range: Range): void {
  const lines = [...range.getClientRects()]
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return
  const { offsetWidth: width, offsetHeight: height } = button
  const gap = matchMedia('(pointer: coarse)').matches ? GAP.coarse : GAP.fine
  const { clientWidth } = document.documentElement
  const bottom = innerHeight - (clientWidth < 768 ? 72 : MARGIN)
  const below = last.bottom + gap
  const top = below + height <= bottom ? below : Math.max(first.top - gap - height, MARGIN)
  const left = Math.min(Math.max(last.right - width / 2, MARGIN), clientWidth - width - MARGIN)
  button.style.top = `${top}px`
  button.style.left = `${left}px`
}
