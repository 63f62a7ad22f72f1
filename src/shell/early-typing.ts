import { onPageEvent, type PageEvent, pageFlags } from '../platform/http/page-protocol.ts'

/** Enables fields that the server's HTML disables, so that members can type before React has loaded. */
export function enableMembersFields(): void {
  if (pageFlags().session !== 'maybe') return
  const setDisabled = (disabled: boolean) => {
    for (const field of document.querySelectorAll<HTMLTextAreaElement>('[data-comment-box] textarea'))
      field.disabled = disabled
  }
  setDisabled(false)
  onPageEvent('session-known', () => pageFlags().session === 'none' && setDisabled(true), { once: true })
}

/** Replays text typed before React was ready, because React would otherwise treat the field as empty. */
export function replayTypedInput(): void {
  const typed = new Set<Field>()
  const note = ({ target }: Event) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isField && !/^(checkbox|radio|file)$/.test(target.type)) typed.add(target)
  }
  addEventListener('input', note, true)
  runAfterPageEvent(() => {
    removeEventListener('input', note, true)
    for (const field of typed) replayInput(field)
  })
}

type Field = HTMLInputElement | HTMLTextAreaElement

function replayInput(field: Field) {
  const { value, selectionStart, selectionEnd } = field
  const notify = () => field.dispatchEvent(new Event('input', { bubbles: true }))
  notify() // makes React hydrate the field and track its value
  field.value = ''
  // Uses the prototype's setter, because React ignores values that are equal or set by the field's setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  notify()
}

/** Runs `act` in a task of its own, because React doesn't hydrate an event's target while running effects. */
export function runAfterPageEvent(act: () => void, event: PageEvent = 'application-ready'): void {
  onPageEvent(event, () => setTimeout(act), { once: true })
}
