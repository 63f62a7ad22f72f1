import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Scrolls to the item of the address (`#comment-ID`) and marks it as `data-linked`, since browsers update `:target` only
 * when a page is loaded.
 * @param prefix of the ids of the items, as `comment-`
 * @param shown ids of the loaded items, without the prefix
 * @param find navigates to the page with the item; false if there is none. Called once for an item that is not loaded
 */
export function useLinkedItem(
  prefix: string,
  shown: readonly string[],
  isLoading: boolean,
  find: (id: string) => Promise<boolean>,
): void {
  // Not the location that is being loaded, whose items are not there yet.
  const hash = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).hash,
  })
  const [wanted, setWanted] = useState<string>()
  const [asked, setAsked] = useState<string>()
  const ask = useEffectEvent(async (id: string) => {
    if (!(await find(id))) setWanted(undefined)
  })
  useEffect(() => {
    if (!hash.startsWith(prefix)) return
    const item = document.getElementById(hash)
    // The browser or the router has scrolled to an item that is there.
    if (item) item.dataset.linked = ''
    else setWanted(hash.slice(prefix.length))
  }, [prefix, hash])
  const isShown = wanted !== undefined && shown.includes(wanted)
  useEffect(() => {
    if (wanted === undefined || isLoading) return
    if (isShown) {
      setWanted(undefined)
      whenThere(prefix + wanted, show)
    } else if (asked !== wanted) {
      setAsked(wanted)
      void ask(wanted)
    }
  }, [prefix, wanted, isLoading, isShown, asked])
}

function show(item: HTMLElement): void {
  item.dataset.linked = ''
  item.scrollIntoView()
  item.focus({ preventScroll: true })
}

/** Milliseconds. The code of muted comments is loaded when it is needed. */
const PATIENCE_MS = 5000

function whenThere(id: string, act: (item: HTMLElement) => void): void {
  const until = performance.now() + PATIENCE_MS
  const look = () => {
    const item = document.getElementById(id)
    if (item) act(item)
    else if (performance.now() < until) requestAnimationFrame(look)
  }
  look()
}
