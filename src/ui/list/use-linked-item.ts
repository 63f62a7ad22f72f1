import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The address may name an item (`#comment-ID`) that is not on the first page, or newer than what is here: pages are
 * loaded until it is there, then it is brought to view. It carries `data-linked`: the browser looks for its `:target` only when a page is loaded.
 * @param prefix of the ids of the items, as `comment-`
 * @param showMore loads another page; nothing when all are there
 */
export function useLinkedItem(
  prefix: string,
  showMore: (() => unknown) | undefined,
  isLoading: boolean,
): void {
  const [wanted, setWanted] = useState<string>()
  const id = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (!id.startsWith(prefix)) return
    const item = document.getElementById(id)
    // Where it is there already, the browser or the router has brought it to view.
    if (item) item.dataset.linked = ''
    else setWanted(id)
  }, [prefix, id])
  useEffect(() => {
    if (!wanted || isLoading) return
    const item = document.getElementById(wanted)
    if (!item && showMore) return void showMore()
    setWanted(undefined)
    if (!item) return
    item.dataset.linked = ''
    item.scrollIntoView()
    item.focus({ preventScroll: true })
  }, [wanted, isLoading, showMore])
}
