import { useEffect, useEffectEvent, useState } from 'react'
import { placeAfter } from './keys.ts'

interface Combobox {
  /** As typed so far; what an input method still composes is not yet part of it. */
  text: string
  isOpen: boolean
  /** The option that the keyboard is at; -1 for none. */
  active: number
}

/** Follows what happens in `input`. Options have the ids `{id}-0`, `{id}-1`… in a list of the id `id`. */
export function useCombobox(input: HTMLInputElement, id: string) {
  const [box, set] = useState<Combobox>({ text: input.value, isOpen: false, active: -1 })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isOthers(event)) return
    const options = document.getElementById(id)?.querySelectorAll<HTMLElement>('[role=option]') ?? []
    const place = placeAfter(event.key, box.active, options.length)
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
    // Typed while our code was on its way.
    if (input === document.activeElement && input.value !== input.defaultValue) set(read(input))
    return () => listening.abort()
  }, [input])
  return { ...box, close: () => set(closed) }
}

/** While an input method composes, its keys are its own; 229 is how Safari says so of the last one. */
function isOthers({ isComposing, keyCode, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || altKey || ctrlKey || metaKey || shiftKey
}

function read({ value }: HTMLInputElement): Combobox {
  return { text: value, isOpen: true, active: -1 }
}

function closed(box: Combobox): Combobox {
  return { ...box, isOpen: false, active: -1 }
}
