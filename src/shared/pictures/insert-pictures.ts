/** Inserts pictures into a textarea, each on its own line. The browser can undo it. */
export function insertPictures(field: HTMLTextAreaElement, pictures: readonly string[]): void {
  field.focus()
  const before = field.value.slice(0, field.selectionStart)
  const isLineStart = before === '' || before.endsWith('\n')
  const text = `${isLineStart ? '' : '\n'}${pictures.join('\n')}\n`
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}
