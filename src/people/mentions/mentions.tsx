import { useEffect, useState } from 'react'
import { MentionBox } from './mention-box.tsx'
import { MENTION_FIELD } from './mention-field.ts'

/** Suggests members to mention in all fields with `data-mentions`. Mounted once per page. */
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
    // Checks the focused field, because the @ may have been typed before hydration.
    const { activeElement: field } = document
    if (field instanceof HTMLElement && field.matches(MENTION_FIELD)) {
      const text = field instanceof HTMLTextAreaElement ? field.value : field.textContent
      if (text?.includes('@')) open(field)
    }
    return () => removeEventListener('input', onInput)
  }, [])
  return box && <MentionBox key={box.key} field={box.field} />
}
