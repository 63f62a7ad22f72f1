import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Attribute of elements that remain usable while a dialog is open, such as toasts. */
export const ABOVE_DIALOGS = { 'data-above-dialogs': true }

/** The open dialogs. The uppermost one is the last. */
const stack: HTMLElement[] = []

interface Options {
  onClose: () => void
  /** Called after the dialog has closed and the focus has returned to the page. */
  onClosed?: (() => void) | undefined
}

/**
 * Makes an element a modal dialog while it is mounted. Everything else on the page is inert and does not
 * scroll. The focus moves into the dialog and back, and Escape calls `onClose`. The dialog must be in its own
 * child of `<body>`.
 * @returns a function that makes the page usable before the dialog closes, so that an action can move the
 * focus to the page
 */
export function useModal(dialog: RefObject<HTMLElement | null>, { onClose, onClosed }: Options): () => void {
  const latest = useRef({ onClose, onClosed })
  latest.current = { onClose, onClosed }
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    stack.push(element)
    limitToUppermost()
    focusFirst(element)
    return () => {
      release(element)
      const { activeElement, body } = document
      const isElsewhere = activeElement !== body && activeElement !== null && !element.contains(activeElement)
      if (!isElsewhere && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      latest.current.onClosed?.()
    }
  }, [dialog])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = dialog.current
      if (!element || stack.at(-1) !== element || event.defaultPrevented || event.isComposing) return
      if (event.key === 'Tab' && element.contains(document.activeElement)) return wrap(element, event)
      if (event.key !== 'Escape') return
      event.preventDefault()
      latest.current.onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [dialog])
  return () => dialog.current && release(dialog.current)
}

function release(dialog: HTMLElement) {
  const place = stack.indexOf(dialog)
  if (place >= 0) stack.splice(place, 1)
  limitToUppermost()
}

function limitToUppermost() {
  const uppermost = stack.at(-1)
  for (const element of document.body.children)
    if (element instanceof HTMLElement && !element.matches('script, [data-above-dialogs]'))
      element.inert = uppermost !== undefined && !element.contains(uppermost)
  const { style, clientWidth } = document.documentElement
  // Reserves the space of the hidden scroll bar, so that the page does not move.
  style.scrollbarGutter = uppermost && innerWidth > clientWidth ? 'stable' : ''
  style.overflow = uppermost ? 'hidden' : ''
}

/** Moves the focus from the last control to the first, so that Tab never leaves the dialog. */
function wrap(dialog: HTMLElement, event: KeyboardEvent) {
  const all = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each.checkVisibility())
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== from && !(event.shiftKey && document.activeElement === dialog)) return
  event.preventDefault()
  to?.focus()
}

const FOCUSABLE =
  ':is(button, input, textarea, select):not(:disabled, [tabindex="-1"]), a[href], summary, [contenteditable=true]'

function focusFirst(dialog: HTMLElement) {
  if (dialog.contains(document.activeElement)) return
  ;(dialog.querySelector<HTMLElement>(FOCUSABLE) ?? dialog).focus({ preventScroll: true })
}
