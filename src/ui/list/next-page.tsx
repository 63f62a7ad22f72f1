import { useEffect, useRef } from 'react'

/** A link to the next page. With script, clicking it or scrolling near it appends that page to this one. */
export function NextPage({ href, onReach }: { href: string; onReach: () => void }) {
  const link = useRef<HTMLAnchorElement>(null)
  const reach = useRef(onReach)
  useEffect(() => {
    reach.current = onReach
  })
  // Observes the link again after each page, because it may still be in view after a short page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `href` identifies the page
  useEffect(() => {
    if (!link.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach.current(), {
      rootMargin: '800px',
    })
    observer.observe(link.current)
    return () => observer.disconnect()
  }, [href])
  return (
    <a
      ref={link}
      href={href}
      rel="next"
      className="page-link"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onReach()
      }}
    >
      Next page
    </a>
  )
}
