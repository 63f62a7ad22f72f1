import { useLayoutEffect, useState } from 'react'
import type { ModerationCase } from './case-schemas.ts'

interface Opened {
  item: ModerationCase
  index: number
  /** Where to scroll the case. */
  block: ScrollLogicalPosition
}

/**
 * Returns the cases with the open one, and functions to open and close one. The open case stays in the list while
 * another moderator decides it, so that typed text is not lost.
 */
export function useOpenCase(listed: ModerationCase[]) {
  const [opened, setOpened] = useState<Opened>()
  const isListed = listed.some(({ id }) => id === opened?.item.id)
  const items = opened && !isListed ? listed.toSpliced(opened.index, 0, opened.item) : listed
  useLayoutEffect(() => {
    if (opened) focusCase(opened)
  }, [opened])
  return {
    items,
    openId: opened?.item.id,
    open: (item: ModerationCase) =>
      setOpened({ item, index: items.findIndex(({ id }) => id === item.id), block: 'nearest' }),
    /** Opens the case after a decided one, at the top of the screen. Returns false if there is none. */
    openNext: (decided: ModerationCase): boolean => {
      const index = items.findIndex(({ id }) => id === decided.id)
      const item = items[index + 1] ?? items[index - 1]
      setOpened(item && { item, index: Math.min(index, items.length - 2), block: 'start' })
      return item !== undefined
    },
    close: () => setOpened(undefined),
  }
}

function focusCase({ item: { id }, block }: Opened): void {
  const item = document.getElementById(`case-${id}`)
  if (!item?.contains(document.activeElement)) item?.focus({ preventScroll: true })
  item?.scrollIntoView({ block })
}
