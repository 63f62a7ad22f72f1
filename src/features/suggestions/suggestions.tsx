import { useQuery } from '@tanstack/react-query'
import { type AriaAttributes, useEffect, useId } from 'react'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import type { Suggestions as Found } from './contract.ts'
import { countInWords, groupsFor } from './options.ts'
import { isWorthSuggesting } from './policy.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useCombobox } from './use-combobox.ts'

export type ComboboxState = Pick<AriaAttributes, 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'>

export interface SuggestionsProps {
  /** The search field. It is on the page before this component is loaded. */
  input: HTMLInputElement
  describe: (state: ComboboxState) => void
  onChosen?: (() => void) | undefined
}

/**
 * Suggestions below a search box. The comboboxes of libraries render their own field, and replacing the focused one would
 * lose caret, undo history and input method composition.
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
        {isShown && data && countInWords(data)}
      </span>
      {isShown && (
        <SuggestionList
          id={id}
          groups={groupsFor(typed, data)}
          typed={data?.spelling ?? typed}
          active={active}
          onFollow={follow}
        />
      )}
    </>
  )
}

/** While suggestions load, those for the beginning of the text stay. */
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

/** Milliseconds. A shorter pause requests each letter, a longer one is noticeable. */
const PAUSE = 150

/** Without the API client, which shows a toast for a rate limit: a search box without suggestions is still useful. */
async function askForSuggestions(search: string, signal: AbortSignal): Promise<Found> {
  const response = await fetch(`/api/suggestions?${new URLSearchParams({ search })}`, { signal })
  if (!response.ok) throw new Error(`no suggestions: ${response.status}`)
  return response.json()
}
