import { useEffect, useState } from 'react'
import { MentionBox } from './mention-box.tsx'
import { MENTION_FIELD } from './mention-field.ts'

/** Suggests members in every field with `data-mentions`. Mounted once per document. */
export function Mentions() {
  const [field, setField] = useState<HTMLElement>()
  useEffect(() => {
    const listen = ({ target, data }: InputEvent) => {
      if (data?.includes('@') && target instanceof HTMLElement && target.matches(MENTION_FIELD))
        setField(target)
    }
    const onInput = (event: Event) => listen(event as InputEvent)
    addEventListener('input', onInput)
    // The @ may have been typed before hydration.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.matches(MENTION_FIELD)) {
      const text =
        activeElement instanceof HTMLTextAreaElement ? activeElement.value : activeElement.textContent
      if (text?.includes('@')) setField(activeElement)
    }
    return () => removeEventListener('input', onInput)
  }, [])
  return field && <MentionBox key={keyOf(field)} field={field} />
}

const keys = new WeakMap<HTMLElement, number>()
let last = 0

function keyOf(field: HTMLElement): number {
  const key = keys.get(field) ?? ++last
  keys.set(field, key)
  return key
}
