import { isBlank, replaceTag, unwrap } from './pasted-nodes.ts'

/** The server drops tags that are nested more than twelve deep. */
const LEVELS = 4

/** Lists as they are stored: numbered from 1, at most four levels, and each item begins with its text. */
export function convertLists(root: Element) {
  for (const list of root.querySelectorAll('li>ul,li>ol,ul>ul,ul>ol,ol>ul,ol>ol')) joinToOuter(list)
  for (const list of root.querySelectorAll<HTMLElement>('ul,ol,blockquote')) {
    const start = Number(list.getAttribute('start') ?? 1)
    const isNumbered = list.localName === 'ol' && start !== 1 && Number.isInteger(start)
    if (isNumbered) writeNumbers(list, start)
    if (isNumbered || levelOf(list) > LEVELS) {
      for (const item of list.querySelectorAll(':scope>li')) replaceTag(item, 'div')
      replaceTag(list, 'div')
    } else if (list.localName === 'ol') replaceTag(list, 'ol')
  }
}

/** Google Docs writes the list of an item behind it. A list with nothing before it gives its items to the outer list. */
function joinToOuter(list: Element) {
  const parent = list.parentElement
  let before = list.previousSibling
  while (before && isBlank(before)) before = before.previousSibling
  if (!parent || (before && parent.localName === 'li')) return
  if (before instanceof Element && before.localName === 'li') return before.append(list)
  if (parent.localName === 'li') parent.before(list)
  unwrap(list)
  if (isBlank(parent)) parent.remove()
}

function writeNumbers(list: Element, start: number) {
  for (const [index, item] of [...list.children].entries()) {
    const texts = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT)
    let text = texts.nextNode()
    while (text && !text.nodeValue?.trim()) text = texts.nextNode()
    if (text) text.nodeValue = `${start + index}. ${text.nodeValue?.trimStart()}`
  }
}

function levelOf(list: Element): number {
  let level = 0
  for (let at: Element | null | undefined = list; at; at = at.parentElement?.closest('ul,ol,blockquote'))
    level++
  return level
}
