import { Icon } from '../../ui/icon.tsx'

interface Props {
  /** Without ending. */
  path: string
  /** Whose, or of what. */
  of: string
}

/** The way to a feed from the page that shows the same. */
export function FeedLink({ path, of }: Props) {
  return (
    <a
      href={`${path}.atom`}
      aria-label={`Feed: ${of}`}
      className="inline-flex items-center gap-2 text-sm text-muted underline-offset-4 hover:text-act hover:underline min-h-8 pointer-coarse:min-h-11"
    >
      <Icon icon="icon-rss" className="size-4" />
      Feed
    </a>
  )
}
