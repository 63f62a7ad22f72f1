import { pageFlags } from '../../platform/page-protocol.ts'
import { isStorageForbidden } from '../../platform/storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/** What is typed between the press of a control and the focus of the field that it opens. */
interface TypeAhead {
  typeAheadField: HTMLTextAreaElement
  opener: HTMLElement
  wasEscaped: boolean
  /** Something else was pressed since: a field that somebody went to meanwhile is not the one that opens. */
  wentOn: boolean
}

let current: TypeAhead | undefined
/** What was typed for a field that did not open: it waits for the next press of the same control. */
const unspent = new WeakMap<HTMLElement, string>()
/** Until when shortcuts sleep after a press that opens nothing, as that of a guest. */
let asleepUntil = 0

/** Milliseconds without a key after which nobody goes on typing. */
const PAUSE = 1500
/** What the press comes to is seen when the application has come: then `endTypeAhead` is called. */
const UNTIL_KNOWN = Number.POSITIVE_INFINITY

/**
 * What is typed after the press of a control that opens a field (`data-opens-field`) belongs to that field, also while
 * its code or the whole application is still on the way. Until it has the focus, a field that nobody sees stands in: a
 * real one, so that input methods, pasting and the keyboards of phones work. For as long as the page lives.
 */
export function keepTypeAhead(): void {
  addEventListener('click', onPress, true)
  addEventListener('focusin', onFocus, true)
  addEventListener(
    'pointerdown',
    () => {
      if (current) current.wentOn = true
    },
    true,
  )
  addEventListener('keydown', () => isTypingOn() && asleepUntil < UNTIL_KNOWN && sleep(), true)
  // Not at the field: while React hydrates the page, it keeps what is pressed from going on to its target.
  addEventListener('keydown', onKey, true)
  addEventListener('beforeinput', onBeforeInput, true)
}

/** Shortcuts sleep: who has pressed for a field goes on typing, whether there is one for them or not. */
export function isTypingOn(): boolean {
  return performance.now() < asleepUntil
}

/** No field opens: it is a guest who has pressed, or one who has become a guest. Or the application does not come. */
export function endTypeAhead(): void {
  if (isTypingOn()) sleep()
  if (!current) return
  const { typeAheadField, opener } = current
  const isTyping = document.activeElement === typeAheadField
  putAside()
  if (isTyping) opener.focus({ preventScroll: true })
  sleep()
}

/** As far as first-paint.ts and the session have said; without storage nobody knows before the server has answered. */
export function mayBeMember(): boolean {
  const { session = isStorageForbidden() ? 'maybe' : 'none' } = pageFlags()
  return session !== 'none'
}

function sleep(milliseconds = PAUSE) {
  asleepUntil = performance.now() + milliseconds
}

function onPress({ target, ctrlKey, metaKey, shiftKey, altKey, isTrusted }: MouseEvent) {
  const opener = (target as Element | null)?.closest<HTMLElement>('[data-opens-field]')
  if (!opener || ctrlKey || metaKey || shiftKey || altKey) return
  // A guest is told to sign in, for which no keyboard need come up.
  if (!mayBeMember()) return sleep(pageFlags().session ? PAUSE : UNTIL_KNOWN)
  if (current?.opener !== opener) putAside()
  // Else pressed again, or the press that the application has missed done again.
  current ??= { typeAheadField: makeTypeAheadField(opener), opener, wasEscaped: false, wentOn: false }
  if (isTrusted) current.wentOn = false
  current.typeAheadField.focus({ preventScroll: true })
}

/** The field does not open, or somebody has gone to another one. */
function putAside() {
  if (!current) return
  const { typeAheadField, opener } = current
  current = undefined
  if (typeAheadField.value) unspent.set(opener, typeAheadField.value)
  typeAheadField.remove()
}

function makeTypeAheadField(opener: HTMLElement) {
  const typeAheadField = document.createElement('textarea')
  typeAheadField.value = unspent.get(opener) ?? ''
  unspent.delete(opener)
  typeAheadField.ariaLabel = 'Your text'
  // Phones zoom in on smaller letters, and pages go to where a caret is.
  typeAheadField.style.cssText = 'position:fixed;top:50%;left:0;width:1px;height:1px;opacity:0;font-size:16px'
  document.body.append(typeAheadField)
  return typeAheadField
}

function onKey({ target, key, isComposing }: KeyboardEvent) {
  if (!current || target !== current.typeAheadField || isComposing) return
  if (key === 'Escape') current.wasEscaped = true
  // The browser goes on from there.
  if (key === 'Tab') endTypeAhead()
}

function onBeforeInput(event: InputEvent) {
  if (!current || event.target !== current.typeAheadField) return
  // The Enter that pressed a link comes here.
  if (event.inputType === 'insertLineBreak' && current.typeAheadField.value === '') event.preventDefault()
}

function onFocus({ target }: FocusEvent) {
  if (!current || target === current.typeAheadField) return
  const { typeAheadField, opener, wasEscaped, wentOn } = current
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField || (wentOn && !isBeside(opener, target))) return putAside()
  current = undefined
  // Once whoever gave the focus has set the caret, too.
  queueMicrotask(() => handOver(typeAheadField, target, wasEscaped))
}

/** In the same item; or, where the control has led to another page, on that. */
function isBeside(opener: HTMLElement, field: Field) {
  const place = (opener.isConnected && opener.closest('li')) || document.querySelector('main')
  return place?.contains(field)
}

function handOver(typeAheadField: HTMLTextAreaElement, field: Field, wasEscaped: boolean) {
  const { value } = typeAheadField
  typeAheadField.remove()
  if (value) {
    field.setRangeText(value, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: value }))
  }
  if (wasEscaped) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
}
