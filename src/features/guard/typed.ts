/**
 * Code that somebody was told to paste, or that a page tries to have typed: never English. "I read the document. It…"
 * is left alone, `document.cookie` is not.
 */
const CODE = [
  /<\/?\s*script\b[^>]*>?/gi,
  /\b(?:java|vb)script\s*:\s*[^\s]*/gi,
  /\bdata\s*:\s*text\/html[^\s]*/gi,
  /<[^>]*\son[a-z]+\s*=[^>]*>?/gi,
  /\b(?:eval|alert|expression)\([^)]*\)?/gi,
  /\b(?:document|window)\.(?:cookie|write|location|domain|body|open|eval|onload|local|session)\w*/gi,
]

/** What was typed, without code. */
export function cleaned(text: string): string {
  return CODE.reduce((rest, pattern) => rest.replace(pattern, ''), text)
}

const ONE_LINE = 'input:is([type=text], [type=search], [type=url], :not([type]))'

/**
 * Cleans lines as they are typed: names, titles, addresses, searches. Texts of more lines are left as they are, for
 * there people quote code, and it is shown as text. `onBlocked` is called for each that was cleaned.
 */
export function guardTyping(onBlocked: () => void): void {
  const clean = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(ONE_LINE)) return
    const rest = cleaned(target.value)
    if (rest === target.value) return
    // By the field's own property the form would take the new value for the old one.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, rest)
    onBlocked()
  }
  // Captured: the form hears of what is left.
  addEventListener('input', clean, true)
}
