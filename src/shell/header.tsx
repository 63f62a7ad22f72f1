import { Link, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useSession } from '../accounts/session/session.tsx'
import { type ComboboxState, Suggestions } from '../content/suggestions/suggestions.tsx'
import { CREATE_POST } from '../shared/branding/destinations.ts'
import { SiteTitle } from '../shared/branding/title.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ICON_BUTTON } from '../ui/icon-button.tsx'
import { Sheet } from '../ui/overlay/sheet.tsx'
import { MemberControls } from './member-controls.tsx'
import { ThemeButton } from './theme-button.tsx'

/** Shrinks the forum's name on narrow phones. If the name is still too wide, shows only the logo. */
const WHOLE_OR_MARK =
  'h-11 flex-wrap content-start overflow-hidden text-[clamp(1rem,4.6vw,1.25rem)] *:h-11 *:leading-11'

export function Header() {
  return (
    <header className="site-header sticky top-0 z-30 bg-ground">
      <div className="flex min-h-15 items-center gap-2 px-2 md:px-7">
        <SiteTitle className="min-w-0 gap-x-2 px-2 sidebar:hidden" short={WHOLE_OR_MARK} long="text-sm" />
        <SearchBox className="w-full max-w-115 bottom-bar:hidden" />
        <div className="ml-auto flex min-w-33 items-center justify-end pointer-fine:gap-2">
          <button
            type="button"
            popoverTarget="search-sheet"
            data-search
            className={`${ICON_BUTTON} sidebar:hidden`}
          >
            <Icon icon="icon-search" className="size-5" />
            <span className="sr-only">Search</span>
          </button>
          <AccountArea />
        </div>
      </div>
      <LoadingBar />
      <Sheet id="search-sheet" label="Search" side="top">
        {(close) => <SearchBox autoFocus onSearch={close} className="p-3" />}
      </Sheet>
    </header>
  )
}

function AccountArea() {
  const { viewer, signOut } = useSession()
  if (!viewer) {
    return (
      <>
        <div className="flex items-center gap-2 member:hidden">
          <ThemeButton className={`${ICON_BUTTON} bottom-bar:hidden`} />
          <ButtonLink to="/auth" kind="quiet" className="whitespace-nowrap">
            Sign In
          </ButtonLink>
        </div>
        <ControlsPlace />
      </>
    )
  }
  return <MemberControls viewer={viewer} onSignOut={signOut} />
}

/** Placeholder of the same size as the member's controls. Shown until the session is loaded. */
function ControlsPlace() {
  return (
    <div className="contents guest:hidden">
      <Link to="/notifications" aria-label="Notifications" className={ICON_BUTTON}>
        <Icon icon="icon-bell" className="size-5" />
      </Link>
      <Link to={CREATE_POST} aria-label="Create Post" title="Create Post" className={ICON_BUTTON}>
        <Icon icon="icon-plus" className="size-5" />
      </Link>
      <span className="grid size-11 flex-none place-items-center">
        <span className="skeleton size-9 rounded-full!" />
      </span>
    </div>
  )
}

/** The line below the header. A light moves along it while a page loads. */
function LoadingBar() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  return (
    <div className="relative">
      <div className="horizon" />
      {isLoading && (
        <div className="loading-bar absolute inset-x-0 -top-px h-0.5 bg-act forced-colors:bg-[CanvasText]" />
      )}
    </div>
  )
}

interface SearchBoxProps {
  className?: string
  /** Focuses the field. Set in the sheet that phones open for searching. */
  autoFocus?: boolean
  onSearch?: () => void
}

/** The search form, which works even before React has loaded. Suggestions load on focus. */
function SearchBox({ className = '', autoFocus, onSearch }: SearchBoxProps) {
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
    // A search from the list of posts preserves the list's order and filters.
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
          // Remounts the field when the URL changes, so that it shows the URL's search.
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
          // biome-ignore lint/a11y/noAutofocus: set in a sheet that was opened to type here
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
