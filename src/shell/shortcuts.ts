import { areShortcutsOn } from '../platform/shortcut-switch.ts'
import { CREATE_POST } from '../shared/branding/destinations.ts'

export const SHORTCUTS = [
  { key: '/', does: 'Search discussions' },
  { key: 'n', does: 'Create a post' },
  { key: 'c', does: 'Comment on the post' },
  { key: 'q', does: 'Quote the selected text' },
  { key: 'j', does: 'Next in the list' },
  { key: 'k', does: 'Previous in the list' },
  { key: '?', does: 'Show the keyboard shortcuts' },
] as const

type Key = (typeof SHORTCUTS)[number]['key']

/** Handles keyboard shortcuts even before React has loaded. Ignores keys while `isAsleep()` is true. */
export function listenForShortcuts(isAsleep: () => boolean): void {
  const act = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target) || isAsleep()) return
    if (!Object.hasOwn(ACTS, event.key) || !areShortcutsOn()) return
    event.preventDefault()
    ACTS[event.key as Key]()
  }
  // Listens in the capture phase, because React stops events on parts that it has not hydrated yet.
  addEventListener('keydown', act, true)
}

function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKEN) !== null
}

const TAKEN =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const ACTS: Record<Key, () => void> = {
  '/': focusSearch,
  n: () => follow(CREATE_POST),
  c: () => document.querySelector<HTMLElement>('[data-comment-box] textarea:enabled')?.focus(),
  q: () => document.querySelector<HTMLElement>('[data-quote]')?.click(),
  j: () => moveInList(1),
  k: () => moveInList(-1),
  '?': () => document.querySelector<HTMLElement>('[data-shortcuts]')?.click(),
}

/** Focuses the search field in the header or, on phones, presses the button that opens one. */
function focusSearch() {
  const candidates = document.querySelectorAll<HTMLElement>('[data-search]')
  const shown = [...candidates].find((element) => element.checkVisibility())
  if (shown instanceof HTMLInputElement) {
    shown.focus()
    shown.select()
  } else {
    shown?.click()
  }
}

/** Opens a path. Clicks a link on the page if there is one, which avoids a reload. */
function follow(path: string) {
  const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)
  if (link) link.click()
  else location.assign(path)
}

/** Focuses the next or previous list item or, if it isn't focusable, its first heading or link. */
function moveInList(step: 1 | -1) {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-list-item]')]
  const at = items.findIndex((item) => item.contains(document.activeElement))
  const next = at < 0 ? (step > 0 ? 0 : -1) : at + step
  const item = items[next]
  const link = item?.hasAttribute('tabindex')
    ? item
    : item?.querySelector<HTMLElement>(':is(h2, h3) a, a[href]')
  link?.focus()
  link?.scrollIntoView({ block: 'center' })
}
