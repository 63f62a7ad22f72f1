import { useEffect, useEffectEvent, useState } from 'react'

interface Combobox {
  /** Without text that an input method is composing. */
  text: string
  isOpen: boolean
  active: number
}

/** Options have the ids `{id}-0`, `{id}-1`… in a list with the id `id`. */
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
    // Text typed before this code was loaded.
    if (input === document.activeElement && input.value !== input.defaultValue) set(read(input))
    return () => listening.abort()
  }, [input])
  return { ...box, close: () => set(closed) }
}

/** Keys of an input method (229 is its last one in Safari), or with a modifier. */
function isOthers({ isComposing, keyCode, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229 || altKey || ctrlKey || metaKey || shiftKey
}

function read({ value }: HTMLInputElement): Combobox {
  return { text: value, isOpen: true, active: -1 }
}

function closed(box: Combobox): Combobox {
  return { ...box, isOpen: false, active: -1 }
}

/** The option that a key activates; -1 is the text itself. Undefined: the key does not move. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1
  if (key === 'ArrowUp') return at >= 0 ? at - 1 : count - 1
  // In the text these keys move the caret.
  if (at < 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
