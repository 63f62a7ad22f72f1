import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The address may name a comment that is not on the first page, or newer than what is here: pages are loaded until it
 * is there, then it is brought to view.
 * @param showMore loads another page; nothing when all are there
 */
export function useLinkedComment(showMore: (() => unknown) | undefined, isLoading: boolean): void {
  const [wanted, setWanted] = useState<string>()
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash.startsWith('comment-') && !document.getElementById(hash)) setWanted(hash)
  }, [hash])
  useEffect(() => {
    if (!wanted || isLoading) return
    const comment = document.getElementById(wanted)
    if (!comment && showMore) return void showMore()
    setWanted(undefined)
    if (!comment) return
    // The browser has looked for its :target long ago.
    comment.dataset.linked = ''
    comment.scrollIntoView()
    comment.focus({ preventScroll: true })
  }, [wanted, isLoading, showMore])
}
