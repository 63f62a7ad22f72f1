import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { api } from '../../core/client.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import type { ActivityLine } from './contract.ts'
import { formatActivity } from './copy.ts'

/** Query for the public feed. Its key begins with 'public', so it stays cached after sign-in and sign-out. */
export const publicActivity = () =>
  api.activity.list.queryOptions({ input: {}, queryKey: ['public', 'activity'] })

/** Query for the feed of people the viewer follows. Always refetched, because they may have followed others. */
const followedActivity = () =>
  api.activity.list.queryOptions({ input: { of: 'followed' }, staleTime: 0, refetchOnWindowFocus: true })

export function ActivityFeed({ empty }: { empty: string }) {
  const { viewer } = useSession()
  const { data, isPending } = useQuery(viewer ? followedActivity() : publicActivity())
  const lines = data?.items ?? []
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="eyebrow border-b border-line pb-3">
        Activity
      </h2>
      {isPending ? <FeedSkeleton /> : lines.length === 0 && <p className="py-4 text-muted">{empty}</p>}
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line }: { line: ActivityLine }) {
  const parts = formatActivity(line)
  return (
    <li className="border-b border-line py-3 leading-snug">
      <p className="line-clamp-3 wrap-anywhere">
        {parts.map(({ text, href, isVerb }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
          <Fragment key={i}>
            {i > 0 && ' '}
            {href ? (
              <a dir="auto" href={href} className="font-medium hover:text-act">
                {text}
              </a>
            ) : (
              <span dir={isVerb ? undefined : 'auto'} className={isVerb ? 'text-muted' : 'font-medium'}>
                {text}
              </span>
            )}
          </Fragment>
        ))}
      </p>
      <ShortTime iso={line.created_at} className="mt-0.5 block text-sm text-faint" />
    </li>
  )
}

function FeedSkeleton() {
  return (
    <div role="status" aria-label="Loading activity">
      {['w-4/5', 'w-3/5', 'w-2/3', 'w-3/4', 'w-1/2'].map((width) => (
        <div key={width} className="border-b border-line py-3">
          <Skeleton className={`h-5 ${width}`} />
          <Skeleton className="mt-1.5 h-4 w-28" />
        </div>
      ))}
    </div>
  )
}
