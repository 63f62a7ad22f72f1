import type { Obstacle } from './toast-place.ts'

const CONTROLS =
  'button, a[href], input, select, textarea, summary, [contenteditable=true], [role=option], [role^=menuitem]'
const FIELDS = 'input, textarea, [contenteditable=true]'

/**
 * What one writes or decides in, whether or not the keyboard is there: a press may have taken it away. And the head of an open
 * conversation, which stays where toasts appear.
 */
const IN_USE =
  '[data-conversation-head], form, [data-composer], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], :popover-open'

/** The controls that are in use, apart from those of `region`: what it may not lie over. */
export function controlsInUse(region: Element): Obstacle[] {
  const { activeElement } = document
  const pointedAt = [...document.querySelectorAll(':hover')].at(-1)?.closest(CONTROLS)
  const controls = new Set<Element>(document.querySelectorAll(`:is(${IN_USE}) :is(${CONTROLS})`))
  // The places of a phone: a bar at the bottom that does not scroll.
  for (const bar of document.querySelectorAll('nav[aria-label=Main]'))
    if (getComputedStyle(bar).position === 'fixed') controls.add(bar)
  if (pointedAt) controls.add(pointedAt)
  if (activeElement?.matches(CONTROLS)) controls.add(activeElement)
  return [...controls]
    .filter((each) => !region.contains(each) && each.checkVisibility({ visibilityProperty: true }))
    .map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect()
      return { left, top, right, bottom, weight: weightOf(each, each === activeElement) }
    })
}

/** A corner of a long text is sooner given than a button, and any field sooner than the one that is written in. */
function weightOf(control: Element, hasFocus: boolean): number {
  if (control.matches(FIELDS)) return hasFocus ? 2 : 1
  return hasFocus ? 16 : 8
}
