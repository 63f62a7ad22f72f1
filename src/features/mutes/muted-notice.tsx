import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

export interface Hidden {
  /** What is hidden, as in "Muted post". */
  what: 'post' | 'comment' | 'note' | 'reply'
  /** What stands in the place of a list's item has to be one. */
  as?: 'li' | 'div'
  /** Of the hidden item. */
  id?: string
}

/** Stands for what is hidden, and gives its place to it. */
export function MutedNotice({ what, as: Place = 'div', id, onShow }: Hidden & { onShow: () => void }) {
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

/** The button that asked for it is gone. */
function focusOn(shown: Element | undefined): void {
  const target = shown?.matches('[tabindex]') ? shown : shown?.querySelector('a, [tabindex]')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
