/** Pixels: who has scrolled less still looks at the top. */
const TOP = 8

/**
 * Whether new notes may come in by themselves: the reader is at the top of the page, writes nothing, and has neither
 * pointer nor keyboard nor a selection where things would move under them.
 */
export function isAtRest(): boolean {
  if (document.visibilityState !== 'visible' || scrollY > TOP) return false
  const isWriting = [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
  const isBusy =
    document.querySelector('[data-notes]:is(:hover, :focus-within), [popover=auto]:popover-open') !== null
  return !isWriting && !isBusy && getSelection()?.isCollapsed !== false
}
