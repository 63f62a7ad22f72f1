import { isBlank } from './pasted-nodes.ts'

interface OpenList {
  level: number
  element: Element
}

/**
 * Word writes a list item as a paragraph with the style "mso-list:l0 level2 lfo1". The bullet or number is text in it, in an element
 * with the style "mso-list:Ignore". Outlook also puts the style on an <li>, which is a list item already.
 */
export function convertWordLists(root: Element) {
  let open: OpenList[] = []
  for (const paragraph of root.querySelectorAll('[style*="mso-list" i]:not(li)')) {
    const level = Number(/mso-list:[^;]*\blevel(\d)/i.exec(styleOf(paragraph))?.[1])
    const isHeading = paragraph.closest('h1,h2,h3,h4,h5,h6') !== null
    if (!level) continue
    const marker = takeMarker(paragraph, isHeading)
    if (isHeading || isBlank(paragraph)) continue
    const [outermost] = open
    if (!outermost || !isNext(outermost.element, paragraph)) open = []
    open = addItem(open, paragraph, { level, tag: ORDERED.test(marker) ? 'ol' : 'ul' })
  }
}

const ORDERED = /\d|^\(?\p{L}{1,6}[.)]/u

function styleOf(element: Element): string {
  return element.getAttribute('style') ?? ''
}

/** A list shows the marker itself. A heading keeps its number. */
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
  while (next && next !== paragraph && isBlank(next)) next = next.nextSibling
  return next === paragraph
}

/** Moves the paragraph into the list that it belongs to, and returns the open lists, the outermost first. */
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
