import { useEffect, useState } from 'react'
import { MentionBox } from './mention-box.tsx'
import { MENTION_FIELD } from './mention-field.ts'

/** Suggests members in every field with `data-mentions`. Mounted once per document. */
export function Mentions() {
  const [box, setBox] = useState<{ field: HTMLElement; key: number }>()
  useEffect(() => {
    const open = (field: HTMLElement) =>
      setBox((former) => (former?.field === field ? former : { field, key: (former?.key ?? 0) + 1 }))
    const onInput = (event: Event) => {
      const { target, data } = event as InputEvent
      if (data?.includes('@') && target instanceof HTMLElement && target.matches(MENTION_FIELD)) open(target)
    }
    addEventListener('input', onInput)
    // The @ may have been typed before hydration.
    const { activeElement: field } = document
    if (field instanceof HTMLElement && field.matches(MENTION_FIELD)) {
      const text = field instanceof HTMLTextAreaElement ? field.value : field.textContent
      if (text?.includes('@')) open(field)
    }
    return () => removeEventListener('input', onInput)
  }, [])
  return box && <MentionBox key={box.key} field={box.field} />
}
