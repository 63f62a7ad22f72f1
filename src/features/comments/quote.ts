/** What somebody has selected of a post or a comment. */
export interface Selected {
  words: string
  range: Range
  /** Of the post or the comment. */
  article: HTMLElement
  /** Undefined: of the post. */
  commentId: string | undefined
}

/** Milliseconds in which a form opens, also over a slow line; after that nobody waits for it. */
const OPENS_WITHIN = 15_000
/** Behind all that is written. */
const LAST = Number.MAX_SAFE_INTEGER

/** The words of one post or comment that are selected now; undefined where it is nothing, or something else too. */
export function readSelection(): Selected | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const words = selection.toString()
  const article = wordsAround(range)?.closest<HTMLElement>('article')
  if (!article || !words.trim()) return undefined
  return { words, range, article, commentId: /^comment-(.+)$/.exec(article.id)?.[1] }
}

/**
 * Puts the words behind what is written in the form that answers them, which is opened: the reply to the comment, or the
 * new comment, also where that comment takes no replies.
 */
export async function quote({ words, commentId }: Selected, username: string | undefined): Promise<void> {
  const reply = commentId && document.getElementById(`reply-${commentId}`)
  if (reply) reply.click()
  else document.querySelector<HTMLElement>(NEW_COMMENT)?.focus()
  const field = await fieldAt(
    reply ? `[id="reply-${commentId}-form"] textarea` : `${NEW_COMMENT_FORM} textarea`,
  )
  if (!field) return
  const all = withQuotation(field.value, quotationOf(words, username))
  getSelection()?.removeAllRanges()
  field.focus()
  field.setRangeText(all, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  field.setSelectionRange(LAST, LAST)
  field.scrollTop = field.scrollHeight
  field.form?.scrollIntoView({ block: 'nearest' })
}

const NEW_COMMENT = '[data-comment-box] textarea:enabled'
/** The line that stands there until then has no form around it. */
const NEW_COMMENT_FORM = '[data-comment-box] form'

function wordsAround({ startContainer, endContainer, endOffset }: Range): HTMLElement | undefined {
  const one = wordsOf(startContainer)
  // A triple click ends before the first letter of what comes next.
  const other = wordsOf(endContainer) ?? (endOffset === 0 ? one : undefined)
  return one && one === other ? one : undefined
}

function wordsOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest<HTMLElement>('.comment-words, .post > .prose') ?? null
}

/** Once it stands there; undefined when it does not come. */
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

/** Words of somebody as a quotation, as features/markup reads it, with an empty line behind it to go on from. */
export function quotationOf(words: string, username: string | undefined): string {
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

/** A quotation behind what is written already. */
export function withQuotation(written: string, quotation: string): string {
  const before = written.trimEnd()
  return before ? `${before}\n\n${quotation}` : quotation
}
