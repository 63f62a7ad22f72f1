import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { ComboboxState } from '../suggestions/suggestions.tsx'
import { Suggestions } from '../suggestions/suggestions.tsx'

interface Props {
  className?: string
  /** In a sheet that opens for it. */
  autoFocus?: boolean
  onSearch?: () => void
}

/** Searches the forum. A plain form, so that it works before and without the application; suggestions come with the focus. */
export function SearchBox({ className = '', autoFocus, onSearch }: Props) {
  const navigate = useNavigate()
  const searched = useLocation({ select: ({ search }) => (search as { search?: string }).search ?? '' })
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [combobox, describe] = useState<ComboboxState>({ 'aria-expanded': false })
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (input && input === document.activeElement) setWanted(true)
  }, [input])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const search = String(new FormData(event.currentTarget).get('search')).trim()
    // In the list it is within the order and the filters on screen; the list's address leaves out what is empty.
    const query = new URLSearchParams(location.pathname === '/forum' ? location.search : '')
    query.delete('cursor')
    query.delete('spelling')
    if (search) query.set('search', search)
    else query.delete('search')
    onSearch?.()
    void navigate({ href: query.size > 0 ? `/forum?${query}` : '/forum' })
  }
  return (
    <search className={`relative ${className}`}>
      <form action="/forum" onSubmit={submit} className="relative">
        <Icon
          icon="icon-search"
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-faint"
        />
        <input
          // A new address brings a new text; what is being typed is otherwise left alone.
          key={searched}
          ref={setInput}
          {...(input && { role: 'combobox', 'aria-autocomplete': 'list', ...combobox })}
          onFocus={() => setWanted(true)}
          type="search"
          dir="auto"
          name="search"
          defaultValue={searched}
          maxLength={200}
          autoComplete="off"
          placeholder="Search discussions..."
          aria-label="Search discussions..."
          data-search
          // biome-ignore lint/a11y/noAutofocus: in a sheet that was opened to type here
          autoFocus={autoFocus}
          className="min-h-10 w-full rounded-lg border border-line bg-sunken pr-12 pl-10.5 placeholder:text-faint hover:border-line-strong focus:border-act -outline-offset-1 pointer-coarse:min-h-11 max-md:min-h-12"
        />
        <span aria-hidden="true" className="kbd absolute top-1/2 right-3 -translate-y-1/2 max-md:hidden">
          /
        </span>
      </form>
      {isWanted && input && <Suggestions input={input} describe={describe} onChosen={onSearch} />}
    </search>
  )
}
