import { useEffect, useState } from 'react'

/** Fields in which members can be named: textareas, and editors of rich text. */
export const MENTION_FIELD = '[data-mentions]'

/** The beginning of a name that is being typed. */
export interface BegunName {
  /** Without the @. */
  text: string
  /** Where the @ stands, in the text that it is read from. */
  at: number
}

/** What a name may begin behind: "x/@name" and "a@b.example" name nobody. The same as features/markup finds. */
const BEGUN = /(?<![\w./@:\\-])@([\p{L}\p{N}_-]{1,30})$/u

/** The name that the caret stands behind; undefined where there is none, or something is selected. */
function begunName(field: HTMLElement): BegunName | undefined {
  const text = textBeforeCaret(field)
  const found = text === undefined ? null : BEGUN.exec(text)
  return found?.[1] ? { text: found[1], at: found.index } : undefined
}

/** Puts a name in the place of its beginning, with a space behind it; the field's undo knows of it. */
export function insertName(field: HTMLElement, begun: BegunName, username: string): void {
  const name = `@${username} `
  if (field instanceof HTMLTextAreaElement) {
    const end = field.selectionEnd
    field.setSelectionRange(begun.at, field.value[end] === ' ' ? end + 1 : end)
    if (document.execCommand('insertText', false, name)) return
    field.setRangeText(name, field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    return
  }
  const selection = getSelection()
  const node = selection?.focusNode
  if (!selection || !node) return
  selection.setBaseAndExtent(node, begun.at, node, selection.focusOffset)
  document.execCommand('insertText', false, name)
}

/** Where the @ stands on the screen. */
export function placeOf(
  field: HTMLElement,
  { at }: BegunName,
): { left: number; top: number; bottom: number } {
  if (field instanceof HTMLTextAreaElement) return placeInTextarea(field, at)
  const node = getSelection()?.focusNode
  const range = document.createRange()
  if (node) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
  }
  return range.getBoundingClientRect()
}

function textBeforeCaret(field: HTMLElement): string | undefined {
  if (field instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = field
    return selectionStart === selectionEnd ? value.slice(0, selectionEnd) : undefined
  }
  const selection = getSelection()
  const { focusNode, focusOffset = 0 } = selection ?? {}
  if (!selection?.isCollapsed || !(focusNode instanceof Text) || !field.contains(focusNode)) return undefined
  return focusNode.data.slice(0, focusOffset)
}

/** What decides where a letter stands. */
const LAID_OUT_BY = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textIndent',
  'tabSize',
] as const

/** No browser says it of a textarea: a copy of its text that nobody sees does. */
function placeInTextarea(field: HTMLTextAreaElement, at: number) {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of LAID_OUT_BY) copy.style[name] = style[name]
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    borderStyle: 'solid',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  copy.append(field.value.slice(0, at))
  const sign = document.createElement('span')
  sign.append('@')
  copy.append(sign)
  document.body.append(copy)
  const [frame, outer, inner] = [field, copy, sign].map((element) => element.getBoundingClientRect())
  copy.remove()
  if (!frame || !outer || !inner) return { left: 0, top: 0, bottom: 0 }
  const top = frame.top + inner.top - outer.top - field.scrollTop
  return { left: frame.left + inner.left - outer.left, top, bottom: top + inner.height }
}

/** The name that is being typed in a field, until it is chosen or given up; what an input method still composes is none. */
export function useBegunName(field: HTMLElement) {
  const [begun, setBegun] = useState<BegunName>()
  /** Where the @ stands whose list was closed. */
  const [closedAt, setClosedAt] = useState<number>()
  useEffect(() => {
    let isComposing = false
    const read = () => {
      const now = isComposing || document.activeElement !== field ? undefined : begunName(field)
      setBegun((before) => (before?.text === now?.text && before?.at === now?.at ? before : now))
      if (!now) setClosedAt(undefined)
    }
    const listening = new AbortController()
    const { signal } = listening
    const compose = (isOn: boolean) => () => {
      isComposing = isOn
      // Once the text has what was composed.
      setTimeout(read)
    }
    field.addEventListener('input', read, { signal })
    field.addEventListener('blur', read, { signal })
    field.addEventListener('focus', read, { signal })
    field.addEventListener('compositionstart', compose(true), { signal })
    field.addEventListener('compositionend', compose(false), { signal })
    document.addEventListener('selectionchange', read, { signal })
    // Typed while this code was on its way.
    read()
    return () => listening.abort()
  }, [field])
  const isClosed = begun !== undefined && begun.at === closedAt
  return { begun: isClosed ? undefined : begun, close: () => setClosedAt(begun?.at) }
}
