import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { findMentionPosition, insertMention, type TypedMention, useTypedMention } from './mention-field.ts'
import { hideFromLayout, positionMentionBox } from './mention-position.ts'
import { useMentionSuggestions } from './mention-suggestions.ts'

export function MentionBox({ field }: { field: HTMLElement }) {
  const { begun, close } = useTypedMention(field)
  const host = useHost(field)
  return createPortal(begun && <Offer key={begun.at} {...{ field, begun, close, host }} />, host)
}

interface OfferProps {
  field: HTMLElement
  begun: TypedMention
  close: () => void
  host: HTMLElement
}

function Offer({ field, begun, close, host }: OfferProps) {
  const id = useId()
  const people = useMentionSuggestions(begun.text)
  const [active, setActive] = useState(0)
  const count = people?.length ?? 0
  // Selects the first option again when the typed name changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setActive(0), [begun.text])
  const choose = (person: Author | undefined) => {
    if (!person) return
    close()
    field.focus()
    insertMention(field, begun, person.username)
  }
  const at = Math.min(active, count - 1)
  useListOf(field, id, at)
  useKeys(count, at, { move: setActive, choose: () => choose(people?.[at]), close })
  // Repositions the list when the typed name or the number of options changes.
  useLayoutEffect(
    () => (count > 0 ? positionMentionBox(host, field, () => findMentionPosition(field, begun)) : undefined),
    [host, field, begun, count],
  )
  return (
    <>
      <span role="status" className="sr-only">
        {people && inWords(count)}
      </span>
      {people && count > 0 && (
        <PeopleList id={id} people={people} active={at} typed={begun.text} onChoose={choose} />
      )}
    </>
  )
}

function inWords(count: number): string {
  if (count === 0) return 'No members found'
  return `${count} ${count === 1 ? 'person' : 'people'}, use the arrow keys`
}

function useHost(field: HTMLElement): HTMLElement {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    const frame = field.closest('.editor') ?? field
    frame.after(host)
    hideFromLayout(host)
    return () => host.remove()
  }, [field, host])
  return host
}

/** Sets ARIA attributes while the list is open. It avoids role=combobox, which forbids multi-line fields. */
function useListOf(field: HTMLElement, id: string, active: number): void {
  const isOpen = active >= 0
  useEffect(() => {
    if (!isOpen) return
    const said = { 'aria-autocomplete': 'list', 'aria-controls': id }
    for (const [name, value] of Object.entries(said)) field.setAttribute(name, value)
    return () => {
      for (const name of [...Object.keys(said), 'aria-activedescendant']) field.removeAttribute(name)
    }
  }, [field, id, isOpen])
  useEffect(() => {
    if (isOpen) field.setAttribute('aria-activedescendant', `${id}-${active}`)
  }, [field, id, isOpen, active])
}

interface Acts {
  move: (to: number) => void
  choose: () => void
  close: () => void
}

/** Handles keys in the capture phase, so that Escape and Enter do not reach the field or its form. */
function useKeys(count: number, active: number, { move, choose, close }: Acts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (count === 0 || isOthers(event)) return
    const { key } = event
    if (key === 'ArrowDown') move((active + 1) % count)
    else if (key === 'ArrowUp') move((active + count - 1) % count)
    else if (key === 'Enter' || key === 'Tab') choose()
    else if (key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}

/** Whether to ignore a key: with a modifier, or used by an input method (the last one is 229 in Safari). */
function isOthers({ isComposing, keyCode, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || altKey || ctrlKey || metaKey || shiftKey
}

interface Props {
  id: string
  people: Author[]
  active: number
  typed: string
  onChoose: (person: Author) => void
}

/** List of people to mention. The focus stays in the field, which references the active option. */
function PeopleList({ id, people, active, typed, onChoose }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={`People for @${typed}`}
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles Enter
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
