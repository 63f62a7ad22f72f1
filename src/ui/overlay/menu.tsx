import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { FLOATING } from './dialog.tsx'
import { type MenuEntry, MenuItem } from './menu-entries.tsx'

interface Props {
  label: string
  /** The content of the button that opens the menu. */
  children: ReactNode
  entries: readonly MenuEntry[]
  className?: string
}

export function Menu({ label, children, entries, className = '' }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [openedBy, setOpenedBy] = useState<'key' | 'pointer'>()
  const toggle = (by: 'key' | 'pointer') => setOpenedBy(openedBy ? undefined : by)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={openedBy !== undefined}
        // `detail` is 0 if the button was pressed with the keyboard.
        onClick={({ detail }) => toggle(detail === 0 ? 'key' : 'pointer')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || openedBy) return
          event.preventDefault()
          toggle('key')
        }}
        className={className}
      >
        {children}
      </button>
      {openedBy && (
        <OpenMenu
          label={label}
          trigger={trigger}
          entries={entries}
          focusesFirst={openedBy === 'key'}
          onClose={() => setOpenedBy(undefined)}
        />
      )}
    </>
  )
}

interface OpenProps extends Pick<Props, 'label' | 'entries'> {
  trigger: RefObject<HTMLButtonElement | null>
  /** Whether the first entry gets the focus when the menu opens. Otherwise the list itself gets it. */
  focusesFirst: boolean
  onClose: () => void
}

/** The open menu, a native popover, so that it is above everything else on the page. */
function OpenMenu({ label, entries, trigger, focusesFirst, onClose }: OpenProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    menu.showPopover?.()
    placeBelow(menu, trigger.current)
    const first = focusesFirst && menu.querySelector<HTMLElement>('[role^=menuitem]')
    ;(first || menu).focus({ preventScroll: true })
  }, [trigger, focusesFirst])
  useFollowing(list, trigger, onClose)
  const close = () => {
    trigger.current?.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      close()
    } else if (moveInMenu(event.currentTarget, event.key)) event.preventDefault()
  }
  return (
    <div
      ref={list}
      role="menu"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={`${FLOATING} fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] min-w-52 overflow-y-auto p-1.5 text-text outline-none`}
    >
      {entries.map((entry, i) => (
        <MenuItem key={entry === 'line' ? `line-${i}` : entry.label} entry={entry} close={close} />
      ))}
    </div>
  )
}

/** Handles a key press in a menu (WAI-ARIA menu pattern). Returns whether the key has a function there. */
function moveInMenu(menu: HTMLElement, key: string): boolean {
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
  // Moves to the next entry that begins with the typed letter.
  const after = [...items.slice(now + 1), ...items.slice(0, now + 1)]
  return after.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/** Keeps the menu at its button during scrolling. Closes it on a press or focus elsewhere. */
function useFollowing(
  list: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLElement | null>,
  onClose: () => void,
) {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    const place = () => list.current && placeBelow(list.current, trigger.current)
    const leave = ({ target }: Event) => {
      const isWithin = [list, trigger].some(({ current }) => current?.contains(target as Node))
      if (!isWithin) latest.current()
    }
    for (const event of ['scroll', 'resize']) addEventListener(event, place, options)
    for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, leave, options)
    return () => stop.abort()
  }, [list, trigger])
}

/** Pixels between the menu and its button, and between the menu and the window's edges. */
const GAP = 6

/** Places the menu below its button, aligned on the right, or above the button if there is no room. */
function placeBelow(menu: HTMLElement, trigger: HTMLElement | null) {
  if (!trigger) return
  const { top, bottom, right } = trigger.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const isAbove = bottom + GAP + offsetHeight > innerHeight && top - GAP - offsetHeight > 0
  const left = Math.min(right - offsetWidth, document.documentElement.clientWidth - offsetWidth - GAP)
  menu.style.left = `${Math.max(GAP, left)}px`
  menu.style.top = `${isAbove ? top - GAP - offsetHeight : bottom + GAP}px`
}
