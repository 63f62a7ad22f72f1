import { useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Author } from '../authors/contract.ts'
import { type BegunName, insertName, placeOf } from './mention-field.ts'
import { usePeople } from './people.ts'
import { PeopleList } from './people-list.tsx'
import { put, takeNoRoom } from './place.ts'
import { useBegunName } from './use-begun-name.ts'

/** The people for a name that is being typed in a field. */
export function MentionBox({ field }: { field: HTMLElement }) {
  const { begun, close } = useBegunName(field)
  const host = useHost(field)
  return createPortal(begun && <Offer key={begun.at} {...{ field, begun, close, host }} />, host)
}

interface OfferProps {
  field: HTMLElement
  begun: BegunName
  close: () => void
  host: HTMLElement
}

function Offer({ field, begun, close, host }: OfferProps) {
  const id = useId()
  const people = usePeople(begun.text)
  const [active, setActive] = useState(0)
  const count = people?.length ?? 0
  // With other letters other people are meant.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => setActive(0), [begun.text])
  const choose = (person: Author | undefined) => {
    if (!person) return
    close()
    field.focus()
    insertName(field, begun, person.username)
  }
  const at = Math.min(active, count - 1)
  useListOf(field, id, at)
  useKeys(count, at, { move: setActive, choose: () => choose(people?.[at]), close })
  // Anew when the list has another size.
  useLayoutEffect(
    () => (count > 0 ? put(host, field, () => placeOf(field, begun)) : undefined),
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
  if (count === 0) return 'Nobody by that name'
  return `${count} ${count === 1 ? 'person' : 'people'}, use the arrow keys`
}

/** Beside the field, so that it is in its form, its dialog and its landmark. */
function useHost(field: HTMLElement): HTMLElement {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    const frame = field.closest('.editor') ?? field
    frame.after(host)
    takeNoRoom(host)
    return () => host.remove()
  }, [field, host])
  return host
}

/** What a field says of itself while it has a list. It stays one of several lines, which a combobox may not be. */
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

/** Before the field and its form see them: Escape closes only this, and Enter chooses only. */
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

/** While an input method composes, its keys are its own; 229 is how Safari says so of the last one. */
function isOthers({ isComposing, keyCode, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || altKey || ctrlKey || metaKey || shiftKey
}
