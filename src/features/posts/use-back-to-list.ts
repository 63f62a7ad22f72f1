import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useState } from 'react'
import { tabStorage } from '../../platform/storage.ts'

/** Lists of posts, with filters and a place in them that somebody comes back to. */
const LISTS = /^\/(forum|bookmarks|best-of|posts\/(top|latest)|concepts\/[^/]+)$/
/** Holds the key of the entry in this tab's history that a list stands before. */
const KEY = 'behind-a-list'

type Location = ReturnType<typeof useRouter>['latestLocation']

/** For a link to the forum on the page of a post: the way back, where one came here from a list; else it is what it is. */
export function useBackToList(): (event: MouseEvent) => void {
  const router = useRouter()
  // While the page is on its way: once it stands, it is itself the last one that was.
  const [from] = useState(() => router.state.resolvedLocation)
  useEffect(() => {
    const { location } = router.state
    if (isBehindList(from, location)) tabStorage.set(KEY, keyOf(location))
  }, [router, from])
  return (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || tabStorage.get(KEY) !== keyOf(router.state.location)) return
    event.preventDefault()
    router.history.back()
  }
}

/** Whoever goes on from a page has it one entry before; a document tells where it was asked for. */
function isBehindList(from: Location | undefined, { pathname, state }: Location): boolean {
  if (from && from.pathname !== pathname)
    return from.state.__TSR_index === state.__TSR_index - 1 && LISTS.test(from.pathname)
  if (state.__TSR_index !== 0 || history.length < 2 || !URL.canParse(document.referrer)) return false
  const referrer = new URL(document.referrer)
  return referrer.origin === location.origin && LISTS.test(referrer.pathname)
}

function keyOf({ state }: Location): string {
  return state.__TSR_key ?? ''
}
