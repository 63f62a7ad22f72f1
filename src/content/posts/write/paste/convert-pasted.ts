import { convertLines } from './pasted-lines.ts'
import { convertLists, convertWordLists } from './pasted-lists.ts'
import { clearBlankBlocks, isBlankNode, isBlock, replaceTag, unwrap, wrap } from './pasted-nodes.ts'
import { convertCode, convertLinks, convertTables } from './pasted-text.ts'

type UnsupportedMedia = 'picture' | 'video' | 'recording' | 'embed'

/**
 * Converts unsupported elements of pasted HTML to text, or removes them. The editor's own parser then handles
 * blocks, marks, lists and white space. Returns the number of removed images and other media by kind.
 */
export function convertPasted(body: Element): ReadonlyMap<UnsupportedMedia, number> {
  // Wraps everything in a block. Otherwise, text outside any block would remain a single paragraph.
  const root = body.ownerDocument.createElement('div')
  while (body.firstChild) root.append(body.firstChild)
  body.append(root)
  for (const element of root.querySelectorAll(UNREAD)) element.remove()
  for (const element of root.querySelectorAll<HTMLElement>('[style]'))
    if (element.style.display === 'none' || /mso-hide/i.test(element.getAttribute('style') ?? ''))
      element.remove()
  const lost = removeMedia(root)
  convertInline(root)
  // Must run first, because changing a style makes the browser drop Word's own properties from it.
  convertWordLists(root)
  normalizeMarks(root)
  clearBlankBlocks(root)
  convertHeadings(root)
  convertTables(root)
  convertCode(root)
  convertLinks(root)
  convertLists(root)
  convertLines(root)
  return lost
}

/** Elements that are removed with their text, because it is not part of the document. */
const UNREAD =
  'base,button,datalist,frameset,head,link,map,math,meta,meter,noembed,noframes,noscript,plaintext,progress,rp,script,select,style,svg,' +
  'template,textarea,title,xml,xmp'

const MEDIA = new Map<string, UnsupportedMedia>([
  ['img', 'picture'],
  ['canvas', 'picture'],
  ['video', 'video'],
  ['audio', 'recording'],
  ['iframe', 'embed'],
  ['object', 'embed'],
  ['embed', 'embed'],
])

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0f]|\p{Emoji_Modifier})+$/u

function removeMedia(root: Element): Map<UnsupportedMedia, number> {
  const lost = new Map<UnsupportedMedia, number>()
  for (const element of root.querySelectorAll([...MEDIA.keys()].join())) {
    const text = element.getAttribute('alt') ?? ''
    const kind = MEDIA.get(element.localName)
    const isTrackingPixel = /^[01]$/.test(element.getAttribute('width') ?? '')
    element.replaceWith(EMOJI.test(text) ? text : '')
    if (kind && !EMOJI.test(text) && !isTrackingPixel) lost.set(kind, (lost.get(kind) ?? 0) + 1)
  }
  return lost
}

function convertInline(root: Element) {
  for (const box of root.querySelectorAll('input[type=checkbox]'))
    box.replaceWith(box.hasAttribute('checked') ? '☑ ' : '☐ ')
  for (const quote of root.querySelectorAll('q')) {
    quote.prepend('“')
    quote.append('”')
  }
  // The editor's parser treats these block elements as inline, so replace them.
  for (const block of root.querySelectorAll('center,details,dialog,dt,legend,main,nav,summary'))
    replaceTag(block, 'div')
  // Custom elements that contain paragraphs, such as Word's content controls <w:sdt>, become blocks.
  for (const element of [...root.getElementsByTagName('*')])
    if (/[:-]/.test(element.localName) && [...element.children].some(isBlock)) replaceTag(element, 'div')
}

/**
 * Applies styles that override a tag: Google Docs wraps a document in <b style="font-weight:normal">. Changes
 * font weights to 400 and bold, which the editor recognises. Unwraps marks around white space, because the
 * server removes empty marks with their content.
 */
function normalizeMarks(root: Element) {
  for (const element of root.querySelectorAll<HTMLElement>('[style]')) {
    const { fontWeight, fontStyle } = element.style
    // Otherwise the editor would show letters as list numbers, but the stored HTML has no list style.
    element.style.listStyleType = ''
    const isBold = /^bold|^[6-9]\d\d$/.test(fontWeight)
    const isPlain = fontWeight !== '' && fontWeight !== 'inherit' && !isBold
    const isUpright = fontStyle === 'normal'
    if (isBold) element.style.fontWeight = 'bold'
    if (isPlain) element.style.fontWeight = '400'
    if (fontStyle.startsWith('oblique')) element.style.fontStyle = 'italic'
    if ((isPlain && element.matches('b,strong')) || (isUpright && element.matches('i,em')))
      replaceTag(element, 'span')
  }
  for (const element of [...root.querySelectorAll('[style],b,em,i,strong')].reverse()) {
    if (!isBlankNode(element)) continue
    element.removeAttribute('style')
    if (element.matches('b,em,i,strong')) unwrap(element)
  }
}

/** Posts have headings of level 2 to 4. Headings in lists, quotations and tables become bold. */
function convertHeadings(root: Element) {
  for (const heading of root.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    for (const element of heading.querySelectorAll<HTMLElement>('[style]')) element.style.fontWeight = ''
    heading.removeAttribute('style')
    if (heading.closest('li,blockquote,table')) wrap(replaceTag(heading, 'strong'), 'div')
    else replaceTag(heading, `h${Math.min(Math.max(Number(heading.localName[1]), 2), 4)}`)
  }
}
