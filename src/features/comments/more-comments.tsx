/** A page of its own without script; with it, more below. */
export function MoreComments({
  href,
  isLoading,
  onMore,
}: {
  href: string
  isLoading: boolean
  onMore: () => void
}) {
  return (
    <a
      href={href}
      aria-busy={isLoading || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        if (!isLoading) onMore()
      }}
      className="page-link"
    >
      {isLoading ? 'Loading comments…' : 'More comments'}
    </a>
  )
}
