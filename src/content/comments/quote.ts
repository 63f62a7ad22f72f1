export interface QuotableSelection {
  words: string
  range: Range
  article: HTMLElement
  commentId: string | undefined
}

/** Maximum wait in milliseconds for the comment form, which takes long to load on a slow connection. */
const OPENS_WITHIN = 15_000
const LAST = Number.MAX_SAFE_INTEGER

/** Returns the text selection. Undefined if it is empty or extends beyond one post or comment. */
export function readSelection(): QuotableSelection | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const words = selection.toString()
  const article = wordsAround(range)?.closest<HTMLElement>('article')
  if (!article || !words.trim()) return undefined
  return { words, range, article, commentId: /^comment-(.+)$/.exec(article.id)?.[1] }
}

/** Appends the quotation to the reply form or, if replying isn't possible, to the form for new comments. */
export async function insertQuotation(
  { words, commentId }: QuotableSelection,
  username: string | undefined,
): Promise<void> {
  const reply = commentId && document.getElementById(`reply-${commentId}`)
  if (reply) reply.click()
  else document.querySelector<HTMLElement>(NEW_COMMENT)?.focus()
  const field = await fieldAt(
    reply ? `[id="reply-${commentId}-form"] textarea` : `${NEW_COMMENT_FORM} textarea`,
  )
  if (!field) return
  const all = withQuotation(field.value, formatQuotation(words, username))
  getSelection()?.removeAllRanges()
  field.focus()
  field.setRangeText(all, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  field.setSelectionRange(LAST, LAST)
  field.scrollTop = field.scrollHeight
  field.form?.scrollIntoView({ block: 'nearest' })
}

const NEW_COMMENT = '[data-comment-box] textarea:enabled'
/** Matches only the opened form, because the placeholder textarea is not inside a form. */
const NEW_COMMENT_FORM = '[data-comment-box] form'

function wordsAround({ startContainer, endContainer, endOffset }: Range): HTMLElement | undefined {
  const one = wordsOf(startContainer)
  // A triple click extends the selection to the start of the next element. Such an end is ignored.
  const other = wordsOf(endContainer) ?? (endOffset === 0 ? one : undefined)
  return one && one === other ? one : undefined
}

function wordsOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest<HTMLElement>('.comment-words, .post > .prose') ?? null
}

function fieldAt(selector: string): Promise<HTMLTextAreaElement | undefined> {
  const find = () => document.querySelector<HTMLTextAreaElement>(selector) ?? undefined
  return new Promise((resolve) => {
    if (find()) return resolve(find())
    const end = (field?: HTMLTextAreaElement) => {
      clearTimeout(timer)
      observer.disconnect()
      resolve(field)
    }
    const observer = new MutationObserver(() => {
      const field = find()
      if (field) end(field)
    })
    const timer = setTimeout(end, OPENS_WITHIN)
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

/** Formats the text as a Markdown quotation, followed by an empty line. */
export function formatQuotation(words: string, username: string | undefined): string {
  const lines = words
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const text = lines
    .join('\n')
    .trim()
    .replace(/\n{3,}/g, '\n\n')
  const quoted = text.split('\n').map((line) => `> ${line}`.trimEnd())
  return [...(username ? [`@${username} wrote:`] : []), ...quoted, '', ''].join('\n')
}

export function withQuotation(written: string, quotation: string): string {
  const before = written.trimEnd()
  return before ? `${before}\n\n${quotation}` : quotation
}
