import { useEffect, useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import type { Author } from '../authors/contract.ts'
import { displayName } from '../authors/display-name.ts'

interface Props {
  id: string
  people: Author[]
  /** Which one the keyboard is at. */
  active: number
  typed: string
  onChoose: (person: Author) => void
}

/** The list of a field: the focus stays in the field, which names the active option. */
export function PeopleList({ id, people, active, typed, onChoose }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={`People for @${typed}`}
      // Not to take the focus from the text.
      onMouseDown={(event) => event.preventDefault()}
      className="overflow-hidden rounded-lg border border-line-strong bg-raised p-1 shadow-raised"
    >
      {people.map((person, index) => (
        <Person
          key={person.id}
          id={`${id}-${index}`}
          person={person}
          isActive={index === active}
          onChoose={() => onChoose(person)}
        />
      ))}
    </div>
  )
}

interface PersonProps {
  id: string
  person: Author
  isActive: boolean
  onChoose: () => void
}

function Person({ id, person, isActive, onChoose }: PersonProps) {
  const option = useRef<HTMLDivElement>(null)
  const name = displayName(person)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field makes it of Enter
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 leading-snug hover:bg-sunken aria-selected:bg-act-ground aria-selected:outline-1 aria-selected:outline-act pointer-coarse:min-h-11"
    >
      <Avatar name={name} seed={person.username} src={person.avatar_url} />
      <span dir="auto" className="min-w-0 truncate font-medium">
        {name}
      </span>
      <span dir="auto" className="min-w-0 flex-none truncate text-sm text-muted max-w-2/3">
        @{person.username}
      </span>
    </div>
  )
}
