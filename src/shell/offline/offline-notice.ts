/** A bar above the page. It does not use React, so it works before React has loaded. */
export interface OfflineNotice {
  say(text: string, more?: Node[] | undefined): void
  /** Shows a link in the bar, or removes the link if undefined. */
  offer(link?: { label: string; href: string } | undefined): void
  onHide(act: () => void): void
  remove(): void
}

export function createNotice(label: string): OfflineNotice {
  const box = document.createElement('aside')
  box.setAttribute('aria-label', label)
  box.className = BOX
  const words = document.createElement('p')
  words.setAttribute('role', 'status')
  words.className = 'min-w-0 flex-1 py-2'
  const link = document.createElement('a')
  link.className = LINK
  const hide = document.createElement('button')
  hide.type = 'button'
  hide.setAttribute('aria-label', 'Hide')
  hide.className = HIDE
  hide.append(icon('icon-x size-4'))
  box.append(icon('icon-info size-5 flex-none text-act'), words, hide)
  column().append(box)
  return {
    say: (text, more = []) => {
      const whole = text + more.map(({ textContent }) => textContent).join('')
      // Leaves the same text unchanged, because screen readers would announce it again.
      if (words.textContent !== whole) words.replaceChildren(text, ...more)
    },
    offer: (offered) => {
      if (!offered) return link.remove()
      link.textContent = offered.label
      link.href = offered.href
      words.after(link)
    },
    onHide: (act) => {
      hide.onclick = act
    },
    remove: () => box.remove(),
  }
}

/** Returns the container of all bars, at the end of the body, where React's hydration does not remove it. */
function column(): Element {
  const known = document.getElementById('notices')
  if (known) return known
  const made = document.createElement('div')
  made.id = 'notices'
  made.className = COLUMN
  document.body.append(made)
  return made
}

function icon(className: string): Element {
  const made = document.createElement('span')
  made.className = `icon ${className}`
  made.ariaHidden = 'true'
  return made
}

const COLUMN =
  'pointer-events-none fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-40 grid justify-items-start gap-2 sidebar:right-auto sidebar:bottom-4 sidebar:left-[calc(15rem+1rem)] rail:left-20 [:root:has([data-composer])_&]:bottom-40'
const BOX =
  'pointer-events-auto flex max-w-full flex-wrap items-center gap-x-3 rounded-lg border border-line-strong bg-raised pl-4 text-sm shadow-raised'
const LINK = 'inline-flex min-h-11 items-center font-semibold text-act underline-offset-4 hover:underline'
const HIDE = 'grid size-11 flex-none place-items-center rounded-lg text-muted hover:text-text'
