import { useEffect, useState } from 'react'

export const MENTION_FIELD = '[data-mentions]'

export interface TypedMention {
  text: string
  at: number
}

/** Matches "@name" before the caret, but not "x/@name" and "a@b.example", as in shared/markup. */
const BEGUN = /(?<![\w./@:\\-])@([\p{L}\p{N}_-]{1,30})$/u

function begunName(field: HTMLElement): TypedMention | undefined {
  const text = textBeforeCaret(field)
  const found = text === undefined ? null : BEGUN.exec(text)
  return found?.[1] ? { text: found[1], at: found.index } : undefined
}

/** Replaces the typed part of a name with the full username and a space. The browser can undo it. */
export function insertMention(field: HTMLElement, begun: TypedMention, username: string): void {
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

export function findMentionPosition(field: HTMLElement, { at }: TypedMention) {
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

/** Returns the caret's position, measured in an invisible copy, because textareas have no API for it. */
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

/** Returns the name being typed, unless its list was closed. Ignores text that an input method composes. */
export function useTypedMention(field: HTMLElement) {
  const [begun, setBegun] = useState<TypedMention>()
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
      // Deferred, because the field contains the composed text only after this event.
      setTimeout(read)
    }
    // On the window, so that React's own listener runs first. State that is set before it makes React render the
    // field with its former value, and the typed letter is lost.
    addEventListener('input', read, { signal })
    field.addEventListener('blur', read, { signal })
    field.addEventListener('focus', read, { signal })
    field.addEventListener('compositionstart', compose(true), { signal })
    field.addEventListener('compositionend', compose(false), { signal })
    document.addEventListener('selectionchange', read, { signal })
    // Reads the field now, because the @ may have been typed before hydration.
    read()
    return () => listening.abort()
  }, [field])
  const isClosed = begun !== undefined && begun.at === closedAt
  return { begun: isClosed ? undefined : begun, close: () => setClosedAt(begun?.at) }
}
