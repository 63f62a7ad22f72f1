import { useEffect, useLayoutEffect, useRef } from 'react'
import type { DraftedForm } from './drafted-form.ts'

export function useFocus(isWanted: boolean | undefined) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  // A layout effect moves the focus before the next key press, which would otherwise be lost.
  useLayoutEffect(() => {
    if (!isWanted) return
    textarea.current?.focus()
    textarea.current?.setSelectionRange(LAST, LAST)
  }, [isWanted])
  return textarea
}

const LAST = Number.MAX_SAFE_INTEGER

/** Whether focus is in the form, on `focused` (Safari focuses a clicked button's parent), or nowhere. */
export function isHere(textarea: HTMLTextAreaElement | null, focused: Element | null): boolean {
  const { activeElement } = document
  return [focused, document.body].includes(activeElement) || Boolean(textarea?.form?.contains(activeElement))
}

/** Appends the text that was typed before the form mounted, once and after any draft. */
export function useTyped(form: DraftedForm<{ content: string }>, typed = '') {
  const rest = useRef(typed)
  useEffect(() => {
    if (rest.current) form.change({ content: [form.read().content, rest.current].filter(Boolean).join('\n') })
    rest.current = ''
  }, [form])
}
