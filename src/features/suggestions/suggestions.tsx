import { useQuery } from '@tanstack/react-query'
import { type AriaAttributes, useEffect, useId } from 'react'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import { askForSuggestions } from './ask.ts'
import { countInWords, groupsFor } from './options.ts'
import { isWorthSuggesting } from './policy.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useCombobox } from './use-combobox.ts'

/** What a text field says of the list below it. */
export type ComboboxState = Pick<AriaAttributes, 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'>

export interface SuggestionsProps {
  /** The field of the form, which was on the page before us and stays what it is without us. */
  input: HTMLInputElement
  /** Tells the field what to say of itself. */
  describe: (state: ComboboxState) => void
  /** Somebody goes where an option leads. */
  onChosen?: (() => void) | undefined
}

/**
 * Suggestions below a search box. Not a combobox of a library: theirs bring a field of their own, and replacing the
 * one that somebody types in takes the caret, what an input method composes, and undo with it.
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
    // What was looked for is found.
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

/** What is known for a text; while its answer is on the way, that for the text it goes on from. */
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

/** Milliseconds; shorter asks for every letter, longer is felt. */
const PAUSE = 150
