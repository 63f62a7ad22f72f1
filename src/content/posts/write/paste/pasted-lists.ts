import { isBlankNode, replaceTag, unwrap } from './pasted-nodes.ts'

/** Maximum levels of nested lists, of up to three tags each. The server drops tags below twelve levels. */
const LEVELS = 4

/** Converts lists to what a post can store: at most four levels, numbered from 1, text first in each item. */
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

/** Moves a nested list that follows its item, as in Google Docs, into it. Unwraps a list without an item. */
function joinToOuter(list: Element) {
  const parent = list.parentElement
  let before = list.previousSibling
  while (before && isBlankNode(before)) before = before.previousSibling
  if (!parent || (before && parent.localName === 'li')) return
  if (before instanceof Element && before.localName === 'li') return before.append(list)
  if (parent.localName === 'li') parent.before(list)
  unwrap(list)
  if (isBlankNode(parent)) parent.remove()
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

interface OpenList {
  level: number
  element: Element
}

/**
 * Converts Word's list items, paragraphs with a style such as "mso-list:l0 level2 lfo1". Their bullet or
 * number is text in an element with the style "mso-list:Ignore". Outlook also puts the style on <li>,
 * which needs no conversion.
 */
export function convertWordLists(root: Element) {
  let open: OpenList[] = []
  for (const paragraph of root.querySelectorAll('[style*="mso-list" i]:not(li)')) {
    const level = Number(/mso-list:[^;]*\blevel(\d)/i.exec(styleOf(paragraph))?.[1])
    const isHeading = paragraph.closest('h1,h2,h3,h4,h5,h6') !== null
    if (!level) continue
    const marker = takeMarker(paragraph, isHeading)
    if (isHeading || isBlankNode(paragraph)) continue
    const [outermost] = open
    if (!outermost || !isNext(outermost.element, paragraph)) open = []
    open = addItem(open, paragraph, { level, tag: ORDERED.test(marker) ? 'ol' : 'ul' })
  }
}

const ORDERED = /\d|^\(?\p{L}{1,6}[.)]/u

function styleOf(element: Element): string {
  return element.getAttribute('style') ?? ''
}

/** Removes and returns the bullet or number, which the list itself displays. A heading keeps its number. */
function takeMarker(paragraph: Element, isHeading: boolean): string {
  for (const element of paragraph.querySelectorAll('[style*="mso-list" i]')) {
    if (!/mso-list:\s*ignore/i.test(styleOf(element))) continue
    const marker = element.textContent?.trim() ?? ''
    element.replaceWith(isHeading && /\w/.test(marker) ? `${marker} ` : '')
    return marker
  }
  return ''
}

function isNext(list: Element, paragraph: Element): boolean {
  let next = list.nextSibling
  while (next && next !== paragraph && isBlankNode(next)) next = next.nextSibling
  return next === paragraph
}

/** Moves the paragraph into its list. Returns the lists that later items can continue, outermost first. */
function addItem(
  open: OpenList[],
  paragraph: Element,
  { level, tag }: { level: number; tag: string },
): OpenList[] {
  const item = paragraph.ownerDocument.createElement('li')
  const outer = open.filter((list) => list.level < level)
  let list = open.find((each) => each.level === level && each.element.localName === tag)?.element
  if (!list) {
    list = paragraph.ownerDocument.createElement(tag)
    const around = outer.at(-1)?.element.lastElementChild
    if (around) around.append(list)
    else paragraph.before(list)
  }
  list.append(item)
  item.append(paragraph)
  return [...outer, { level, element: list }]
}
