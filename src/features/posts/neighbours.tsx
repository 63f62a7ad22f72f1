import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../ui/icon.tsx'
import { neighboursQuery } from './queries.ts'

/** Where one reads on: what was published before and after. When it cannot be loaded the page does without. */
export function Neighbours({ id }: { id: string }) {
  const { previous, next } = useQuery(neighboursQuery(id)).data ?? {}
  if (!previous && !next) return null
  return (
    <nav aria-label="Next and previous posts" className="mt-12 grid gap-3 sm:grid-cols-2">
      {previous && (
        <a href={`/post/${previous.id}`} rel="prev" className={LINK}>
          <span className="flex items-center gap-1.5 text-sm text-faint">
            <Icon icon="icon-arrow-left" className="size-3.5" />
            Previous post
          </span>
          <span dir="auto" className={TITLE}>
            {previous.title}
          </span>
        </a>
      )}
      {next && (
        <a href={`/post/${next.id}`} rel="next" className={`${LINK} sm:col-start-2 sm:text-right`}>
          <span className="flex items-center gap-1.5 text-sm text-faint sm:justify-end">
            Next post
            <Icon icon="icon-arrow-right" className="size-3.5" />
          </span>
          <span dir="auto" className={TITLE}>
            {next.title}
          </span>
        </a>
      )}
    </nav>
  )
}

const LINK = 'group min-w-0 rounded-lg border border-line px-4 py-3 hover:border-line-strong'
const TITLE =
  'mt-1 line-clamp-2 wrap-anywhere font-serif text-lg leading-snug text-pretty group-hover:text-act'
