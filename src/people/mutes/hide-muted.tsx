import { type MouseEvent, type ReactElement, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

interface Props extends HiddenContent {
  author: { username: string } | null
  children: ReactElement
}

/** Replaces a muted or blocked member's content with a line, which gets the `id`, and a "Show" button. */
export function HideMuted({ author, children, ...hidden }: Props) {
  const isHidden = useIsHidden(author?.username)
  const [isShown, setShown] = useState(false)
  if (!isHidden || isShown) return children
  return <MutedNotice {...hidden} onShow={() => setShown(true)} />
}

interface HiddenContent {
  /** Noun for the line's text, as in "Muted post". */
  what: 'post' | 'comment' | 'note' | 'reply'
  /** HTML element of the line: `li` in a list. */
  as?: 'li' | 'div'
  id?: string
}

function MutedNotice({ what, as: Place = 'div', id, onShow }: HiddenContent & { onShow: () => void }) {
  const show = ({ currentTarget }: MouseEvent) => {
    const place = currentTarget.parentElement
    const list = place?.parentElement
    const index = place && list ? [...list.children].indexOf(place) : -1
    flushSync(onShow)
    focusOn(list?.children[index])
  }
  return (
    <Place
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      data-list-item
      className="flex min-h-11 items-center gap-2 border-b border-line text-sm text-faint"
    >
      Muted {what}
      <button
        type="button"
        onClick={show}
        aria-label={`Show the muted ${what}`}
        className="min-h-11 px-2 font-medium text-act underline-offset-4 hover:underline pointer-fine:min-h-8"
      >
        Show
      </button>
    </Place>
  )
}

/** Moves the focus to the shown content, because the clicked button has disappeared. */
function focusOn(shown: Element | undefined): void {
  const target = shown?.matches('[tabindex]') ? shown : shown?.querySelector('a, [tabindex]')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** Lowercase usernames of muted and blocked members. Not ids, because post cards contain no author ids. */
let hidden: ReadonlySet<string> = new Set()
const watchers = new Set<() => void>()

/** Sets the hidden members. The list is empty for guests and until it is loaded (hidden-members.tsx). */
export function setHiddenMembers(usernames: readonly string[]): void {
  hidden = new Set(usernames.map((name) => name.toLowerCase()))
  for (const watcher of watchers) watcher()
}

function useIsHidden(username: string | undefined): boolean {
  return useSyncExternalStore(
    subscribe,
    () => username !== undefined && hidden.has(username.toLowerCase()),
    () => false,
  )
}

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
