const BLOCKS = new Set(
  (
    'address article aside blockquote body dd div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li ol ' +
    'output p pre section table ul'
  ).split(' '),
)

export function isBlock({ nodeName }: Node): boolean {
  return BLOCKS.has(nodeName.toLowerCase())
}

/** Returns all block elements below `root`, innermost first. */
export function findBlockElements(root: Element): Element[] {
  return [...root.getElementsByTagName('*')].filter(isBlock).reverse()
}

/** Whether a node is a comment or contains only white space and zero-width characters. */
export function isBlankNode({ nodeType, textContent }: Node): boolean {
  return nodeType === Node.COMMENT_NODE || /^[\s\u200b-\u200d\u2060]*$/.test(textContent ?? '')
}

/** Replaces an element by one with another tag. Keeps its content and style, but no other attribute. */
export function replaceTag(element: Element, tag: string): HTMLElement {
  const next = wrap(element, tag)
  next.setAttribute('style', element.getAttribute('style') ?? '')
  unwrap(element)
  return next
}

export function wrap(element: Element, tag: string): HTMLElement {
  const outer = element.ownerDocument.createElement(tag)
  element.before(outer)
  outer.append(element)
  return outer
}

export function unwrap(element: Element) {
  // Moves the nodes one by one, because a single call accepts only about 100,000 arguments.
  while (element.firstChild) element.before(element.firstChild)
  element.remove()
}

/** Turns blank blocks into empty <div>s, which still separate their neighbours. Removes blank list items. */
export function clearBlankBlocks(root: Element) {
  for (const block of findBlockElements(root)) {
    if (!isBlankNode(block)) continue
    block.textContent = ''
    if (block.localName === 'li') block.remove()
    else replaceTag(block, 'div')
  }
}
