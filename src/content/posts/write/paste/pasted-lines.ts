import { isBlock, replaceTag } from './pasted-nodes.ts'

/**
 * Trims each line. Where two line breaks end a paragraph, puts an empty <div>, at which the editor's parser
 * starts a new paragraph. Line breaks at the edge of a block have no effect.
 */
export function convertLines(root: Element) {
  const lines = new Lines()
  lines.read(root)
  for (const lineBreak of lines.separators) {
    const paragraph = lineBreak.closest('p')
    if (paragraph) replaceTag(paragraph, 'div')
    replaceTag(lineBreak, 'div')
  }
}

class Lines {
  readonly separators = new Set<Element>()
  private hasWords = false
  /** Last text node of the line that is not blank, and the blank nodes after it. */
  private end: Node[] = []
  /** Line break element that ended the previous line. */
  private lineBreak: Element | undefined

  read(parent: Element) {
    for (const child of [...parent.childNodes]) {
      if (child.nodeType === Node.TEXT_NODE) this.readText(child)
      else if (child instanceof Element) this.readElement(child)
    }
  }

  private readText(text: Node) {
    const value = text.nodeValue ?? ''
    if (!this.hasWords) text.nodeValue = value.trimStart()
    if (value.trim()) {
      this.hasWords = true
      this.lineBreak = undefined
      this.end = []
    }
    this.end.push(text)
  }

  private readElement(element: Element) {
    if (element.localName === 'br') return this.readBreak(element)
    if (!isBlock(element)) return this.read(element)
    this.endBlock()
    if (element.localName !== 'pre') this.read(element)
    this.endBlock()
  }

  private readBreak(element: Element) {
    if (!this.hasWords) this.separators.add(this.lineBreak ?? element).add(element)
    this.endLine()
    this.lineBreak = element
  }

  private endBlock() {
    if (this.lineBreak) this.separators.add(this.lineBreak)
    this.lineBreak = undefined
    this.endLine()
  }

  private endLine() {
    for (const text of this.end) text.nodeValue = (text.nodeValue ?? '').trimEnd()
    this.end = []
    this.hasWords = false
  }
}
