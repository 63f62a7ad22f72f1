import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { goToComment } from './go-to-comment.ts'

interface Props {
  /** Of new comments, in the order of the page. */
  ids: string[]
}

/** The way to the first new comment, as long as it is below what is on screen and nobody has seen it. */
export function JumpToNew({ ids: [first = '', ...others] }: Props) {
  const [place, setPlace] = useState<'unknown' | 'below' | 'seen'>('unknown')
  useEffect(() => {
    const item = document.getElementById(`comment-${first}`)
    if (!item) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return
      const isBelow = !entry.isIntersecting && entry.boundingClientRect.top > innerHeight / 2
      setPlace((now) => (now !== 'seen' && isBelow ? 'below' : 'seen'))
    })
    observer.observe(item)
    return () => observer.disconnect()
  }, [first])
  if (place !== 'below') return null
  return (
    <div className="fixed bottom-6 left-1/2 z-10 -translate-x-1/2 max-md:bottom-[calc(5.5rem+env(safe-area-inset-bottom))]">
      <Button
        icon="icon-arrow-down"
        className="rounded-full! text-sm shadow-raised"
        onClick={() => {
          goToComment(first)
          document.getElementById(`comment-${first}`)?.scrollIntoView()
        }}
      >
        {others.length === 0
          ? '1 new since your last visit'
          : `${others.length + 1} new since your last visit`}
      </Button>
    </div>
  )
}
