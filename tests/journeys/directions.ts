import type { Page } from '@playwright/test'

/** Counts text nodes in right-to-left scripts. Returns all texts that are laid out in the wrong direction. */
export function directionsOf(page: Page) {
  return page.evaluate(() => {
    const RTL = /[\u0590-\u07ff]/
    const wrong: string[] = []
    let found = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode.nodeValue?.trim() ?? ''
      const parent = texts.currentNode.parentElement
      if (!text || !parent?.checkVisibility() || parent.closest('script, style, svg, textarea, .sr-only'))
        continue
      const around = [parent]
      while (getComputedStyle(around[0] as Element).display === 'inline')
        around.unshift((around[0] as Element).parentElement as HTMLElement)
      const styles = around.map((element) => getComputedStyle(element))
      const block = styles[0] as CSSStyleDeclaration
      const isWhole = around[0]?.textContent?.trim() === text
      const isCut = block.textOverflow === 'ellipsis' || block.webkitLineClamp !== 'none'
      const place = `${parent.localName}.${parent.className} “${text}”`
      if (RTL.test(text)) {
        found++
        const isOwn = styles.some((style) => style.direction === 'rtl' || style.unicodeBidi === 'plaintext')
        if (!isOwn && !text.includes('\u2068')) wrong.push(`left to right: ${place}`)
        if (isCut && isWhole && block.direction !== 'rtl') wrong.push(`cut off at its beginning: ${place}`)
      } else if (/[a-z]/i.test(text) && block.direction === 'rtl' && block.unicodeBidi !== 'plaintext') {
        if (!RTL.test(around[0]?.textContent ?? '')) wrong.push(`right to left: ${place}`)
      }
    }
    for (const block of document.querySelectorAll(':is(.prose, .words) > :is(ul, ol, blockquote)'))
      if (RTL.test(block.textContent ?? '') && getComputedStyle(block).direction !== 'rtl')
        wrong.push(`markers on the left: ${block.textContent}`)
    return { found, wrong }
  })
}
