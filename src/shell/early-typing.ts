import { onPageEvent, type PageEvent, pageFlags } from '../platform/http/page-protocol.ts'

/** Enables members' fields, which the shared HTML disables, so that they can type before the application is ready. */
export function enableMembersFields(): void {
  if (pageFlags().session !== 'maybe') return
  const setDisabled = (disabled: boolean) => {
    for (const field of document.querySelectorAll<HTMLTextAreaElement>('[data-comment-box] textarea'))
      field.disabled = disabled
  }
  setDisabled(false)
  onPageEvent('session-known', () => pageFlags().session === 'none' && setDisabled(true), { once: true })
}

/** Replays input from before the application was ready, which would otherwise treat a filled field as empty. */
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
  // React ignores an equal value, and a change made through its own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  notify()
}

/** Runs `act` in its own task, because React does not hydrate the target of an event while its effects are running. */
export function runAfterPageEvent(act: () => void, event: PageEvent = 'application-ready'): void {
  onPageEvent(event, () => setTimeout(act), { once: true })
}
