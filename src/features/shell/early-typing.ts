import { onPageEvent, pageFlags } from '../../platform/page-protocol.ts'
import { whenReady } from './when-ready.ts'

/**
 * The HTML, which guests share, disables the fields that only members use. A member may type before the application is ready.
 * The session is a flag by then (first-paint.ts); without storage, only the server's answer says who is looking.
 */
export function enableMembersFields(): void {
  if (pageFlags().session !== 'maybe') return
  const setDisabled = (disabled: boolean) => {
    for (const field of document.querySelectorAll<HTMLTextAreaElement>('[data-comment-box] textarea'))
      field.disabled = disabled
  }
  setDisabled(false)
  onPageEvent('session-known', () => pageFlags().session === 'none' && setDisabled(true), { once: true })
}

/** What was typed before the application listened is told to it, or it would think a full field empty. */
export function replayTypedInput(): void {
  const typed = new Set<Field>()
  const note = ({ target }: Event) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isField && !/^(checkbox|radio|file)$/.test(target.type)) typed.add(target)
  }
  addEventListener('input', note, true)
  whenReady(() => {
    removeEventListener('input', note, true)
    for (const field of typed) replayInput(field)
  })
}

type Field = HTMLInputElement | HTMLTextAreaElement

function replayInput(field: Field) {
  const { value, selectionStart, selectionEnd } = field
  const say = () => field.dispatchEvent(new Event('input', { bubbles: true }))
  say() // React hydrates what this hits, and from then on remembers the field's value.
  field.value = ''
  // It hears of changes only, and hears of none that is made through the field's own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  say()
}
