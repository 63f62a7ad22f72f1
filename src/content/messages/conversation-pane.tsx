import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type RefObject, useState } from 'react'
import type { Viewer } from '../../core/viewer.ts'
import { MEMBER_SEARCH_MIN } from '../../people/profiles/policy.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import { ConversationList, FormerList } from './conversation-list.tsx'
import { memberSearchQuery } from './queries.ts'

interface Props {
  viewer: Viewer
  selected: string | undefined
  former: string | undefined
  isBehind: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

export function ConversationPane({ viewer, selected, former, isBehind, heading }: Props) {
  const [isSearching, setSearching] = useState(false)
  const close = () => {
    setSearching(false)
    document.getElementById(TOGGLE)?.focus()
  }
  return (
    <section
      aria-label="Conversations"
      className={`flex min-h-0 flex-col md:border-r md:border-line ${isBehind ? 'max-md:sr-only' : ''}`}
    >
      <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-16 md:px-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl md:text-xl">
          Messages
        </h1>
        <Button
          id={TOGGLE}
          kind="link"
          icon={isSearching ? 'icon-x' : 'icon-square-pen'}
          onClick={() => setSearching(!isSearching)}
          className={`whitespace-nowrap ${isBehind ? 'max-md:hidden' : ''}`}
        >
          {isSearching ? 'Cancel' : 'New message'}
        </Button>
      </div>
      <div className={`min-h-0 flex-1 md:overflow-y-auto ${isBehind ? 'max-md:hidden' : ''}`}>
        {isSearching ? (
          <PeopleSearch viewer={viewer} onClose={close} onChosen={() => setSearching(false)} />
        ) : (
          <>
            <ConversationList viewer={viewer} selected={selected} onSearch={() => setSearching(true)} />
            <FormerList selected={former} />
          </>
        )}
      </div>
    </section>
  )
}

const TOGGLE = 'search-people'

interface PeopleSearchProps {
  viewer: Viewer
  onClose: () => void
  onChosen: () => void
}

function PeopleSearch({ viewer, onClose, onChosen }: PeopleSearchProps) {
  const [text, setText] = useState('')
  const wanted = useDebounced(text.trim(), PAUSE)
  const isLongEnough = wanted.length >= MEMBER_SEARCH_MIN
  const search = useQuery({ ...memberSearchQuery(wanted, viewer.username), enabled: isLongEnough })
  useFailureToast(search.isError, 'Search error', 'Failed to search profiles')
  const people = search.data?.items ?? []
  const navigate = useNavigate()
  const openFirst = (event: FormEvent) => {
    event.preventDefault()
    const [first] = people
    if (!first) return
    onChosen()
    void navigate({ to: '/messages', search: { with: first.username } })
  }
  return (
    <search aria-label="People" className="block pb-3 md:px-4">
      <form onKeyDown={({ key }) => key === 'Escape' && onClose()} onSubmit={openFirst}>
        <input
          type="search"
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: members open the form to type here
          autoFocus
          aria-label="Search people"
          placeholder="Search people…"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={`${CONTROL} min-h-11`}
        />
      </form>
      <p role="status" className="py-2 text-sm text-muted">
        {isLongEnough
          ? search.data && found(people.length)
          : `Type at least ${MEMBER_SEARCH_MIN} characters.`}
      </p>
      {isLongEnough && search.isPending && <RowListSkeleton count={3} label="Searching people" />}
      <ul>
        {isLongEnough &&
          people.map((person) => (
            <li key={person.id} data-list-item>
              <Person person={person} onFollow={onChosen} />
            </li>
          ))}
      </ul>
    </search>
  )
}

function Person({ person, onFollow }: { person: Author; onFollow: () => void }) {
  const name = displayName(person)
  return (
    <Link
      to="/messages"
      search={{ with: person.username }}
      onClick={onFollow}
      className="flex min-h-14 items-center gap-3 rounded-lg px-2 -mx-2 hover:bg-raised"
    >
      <Avatar name={name} seed={person.username} src={person.avatar_url} size="md" />
      <span className="min-w-0">
        <b dir="auto" className="block truncate text-left font-semibold">
          {name}
        </b>
        <span dir="auto" className="block truncate text-sm text-muted">
          @{person.username}
        </span>
      </span>
    </Link>
  )
}

function found(count: number): string {
  if (count === 0) return 'No members found.'
  return count === 1 ? '1 member found' : `${count} members found`
}

/** Time in milliseconds without typing before the search request is sent. */
const PAUSE = 200
