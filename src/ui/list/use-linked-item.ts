import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Scrolls to the item in the URL (`#comment-ID`) and marks it with `data-linked`. CSS `:target` is not
 * enough, because browsers update it only when a page is loaded.
 * @param prefix what the ids of the items begin with, such as `comment-`
 * @param shown ids of the loaded items, without the prefix
 * @param find navigates to the page of an item that is not loaded, or returns false if there is none. Called
 * once for each item
 */
export function useLinkedItem(
  prefix: string,
  shown: readonly string[],
  isLoading: boolean,
  find: (id: string) => Promise<boolean>,
): void {
  // Ignores a location that is still loading, because its items do not exist yet.
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
    // Marks an existing item without scrolling, because the browser or the router has already scrolled.
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

/** Milliseconds to wait for the item to appear. The code for muted comments may have to be loaded first. */
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
