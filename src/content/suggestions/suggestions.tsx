import { useQuery } from '@tanstack/react-query'
import { type AriaAttributes, useEffect, useEffectEvent, useId, useState } from 'react'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import type { SuggestionResults as Found } from './contract.ts'
import { groupSuggestions, suggestionCountText } from './options.ts'
import { isWorthSuggesting } from './policy.ts'
import { SuggestionList } from './suggestion-list.tsx'

export type ComboboxState = Pick<AriaAttributes, 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'>

interface SuggestionsProps {
  /** The search field, which is on the page before this component loads. */
  input: HTMLInputElement
  describe: (state: ComboboxState) => void
  onChosen?: (() => void) | undefined
}

/**
 * Shows suggestions below the existing search field. A library's own field would replace it and lose the
 * caret, undo history and text that an input method is composing.
 */
export function Suggestions({ input, describe, onChosen }: SuggestionsProps) {
  const id = useId()
  const box = useCombobox(input, id)
  const typed = box.text.trim()
  const { data } = useSuggestions(typed)
  const isShown = box.isOpen && isWorthSuggesting(typed)
  const { active } = box
  useEffect(() => {
    describe({
      'aria-expanded': isShown,
      ...(isShown && { 'aria-controls': id }),
      ...(isShown && active >= 0 && { 'aria-activedescendant': `${id}-${active}` }),
    })
  }, [describe, isShown, active, id])
  const follow = () => {
    box.close()
    input.value = ''
    onChosen?.()
  }
  return (
    <>
      <span role="status" className="sr-only">
        {isShown && data && suggestionCountText(data)}
      </span>
      {isShown && (
        <SuggestionList
          id={id}
          groups={groupSuggestions(typed, data)}
          typed={data?.spelling ?? typed}
          active={active}
          onFollow={follow}
        />
      )}
    </>
  )
}

/** Loads suggestions. Until they arrive, keeps earlier ones for the beginning of the same text. */
function useSuggestions(typed: string) {
  const wanted = useDebounced(typed, PAUSE)
  return useQuery({
    queryKey: ['public', 'suggestions', wanted],
    queryFn: ({ signal }) => askForSuggestions(wanted, signal),
    enabled: isWorthSuggesting(wanted),
    retry: false,
    gcTime: 60_000,
    placeholderData: (before, query) => (wanted.startsWith(String(query?.queryKey[2])) ? before : undefined),
  })
}

/** Debounce in milliseconds. A shorter one would request each letter, and a longer one is noticeable. */
const PAUSE = 150

/** Uses fetch, because the API client shows a toast at a rate limit. The search works without suggestions. */
async function askForSuggestions(search: string, signal: AbortSignal): Promise<Found> {
  const response = await fetch(`/api/suggestions?${new URLSearchParams({ search })}`, { signal })
  if (!response.ok) throw new Error(`no suggestions: ${response.status}`)
  return response.json()
}

interface Combobox {
  /** Text of the field, without text that an input method is still composing. */
  text: string
  isOpen: boolean
  active: number
}

/** Handles the keyboard. Options must have the ids `{id}-0`, `{id}-1`… and their list the id `id`. */
function useCombobox(input: HTMLInputElement, id: string) {
  const [box, set] = useState<Combobox>({ text: input.value, isOpen: false, active: -1 })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isOthers(event)) return
    const options = document.getElementById(id)?.querySelectorAll<HTMLElement>('[role=option]') ?? []
    const place = nextActiveOption(event.key, box.active, options.length)
    if (place !== undefined) set({ ...box, active: place })
    else if (event.key === 'Enter' && options[box.active]) options[box.active]?.click()
    else if (event.key === 'Escape' && options.length > 0) set(closed)
    else if (event.key === 'ArrowDown' && !box.isOpen) set(read(input))
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (target: EventTarget | null, type: string, act: (event: Event) => void) =>
      target?.addEventListener(type, act, { signal: listening.signal })
    listen(input, 'keydown', (event) => onKey(event as KeyboardEvent))
    listen(input, 'input', (event) => (event as InputEvent).isComposing || set(read(input)))
    listen(input, 'compositionend', () => set(read(input)))
    listen(input, 'blur', () => set(closed))
    listen(input.form, 'submit', () => set(closed))
    // Reads text that the reader typed before this code was loaded.
    if (input === document.activeElement && input.value !== input.defaultValue) set(read(input))
    return () => listening.abort()
  }, [input])
  return { ...box, close: () => set(closed) }
}

/** Whether to ignore a key press: in an input method (229 is its last one in Safari) or with a modifier. */
function isOthers({ isComposing, keyCode, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || altKey || ctrlKey || metaKey || shiftKey
}

function read({ value }: HTMLInputElement): Combobox {
  return { text: value, isOpen: true, active: -1 }
}

function closed(box: Combobox): Combobox {
  return { ...box, isOpen: false, active: -1 }
}

/** Returns the option that a key makes active, or -1 for the text field. Undefined for all other keys. */
export function nextActiveOption(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1
  if (key === 'ArrowUp') return at >= 0 ? at - 1 : count - 1
  // While the text field is active, Home and End move its caret.
  if (at < 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
