/** What the keys of a menu do (WAI-ARIA, menu pattern). Returns whether the key was one of them. */
export function moveInMenu(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const now = items.indexOf(document.activeElement as HTMLElement)
  const next = nextIn(items, now, key)
  if (next === undefined) return false
  next.focus()
  return true
}

function nextIn(items: HTMLElement[], now: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(now + 1) % items.length]
  if (key === 'ArrowUp') return items.at(now > 0 ? now - 1 : -1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key === ' ' && items[now] instanceof HTMLAnchorElement) {
    items[now].click()
    return items[now]
  }
  if (key.length !== 1 || key === ' ') return undefined
  // A letter leads to the next entry that begins with it.
  const after = [...items.slice(now + 1), ...items.slice(0, now + 1)]
  return after.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
