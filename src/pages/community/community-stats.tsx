import { useQuery } from '@tanstack/react-query'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Count } from '../../ui/format/count.tsx'
import { communityCountsQuery } from './queries.ts'

export function CommunityStats() {
  const { data, isPending } = useQuery(communityCountsQuery())
  // Reserves the height of the numbers, so that the page does not move when they load.
  if (isPending) return <div className={`${STRIP} min-h-22`} />
  if (!data || data.members === 0) return null
  const { members, posts, comments, week, faces } = data
  const numbers = [
    [members, 'member', 'members'],
    [posts, 'post', 'posts'],
    [comments, 'comment', 'comments'],
    [week, 'written this week', 'written this week'],
  ] as const
  return (
    <section aria-label="Community" className={STRIP}>
      <ul className="grid grid-cols-2 gap-x-9 gap-y-3 sm:flex">
        {numbers.map(([value, one, many]) => (
          <li key={many} className="leading-tight">
            <span className="block font-serif text-2xl">
              <Count value={value} />
            </span>{' '}
            <span className="text-sm text-muted">{value === 1 ? one : many}</span>
          </li>
        ))}
      </ul>
      <ul aria-label="Recently active" className="flex flex-wrap gap-1">
        {faces.map((face) => (
          <li key={face.id}>
            <a
              href={`/profile/${face.username}`}
              aria-label={displayName(face)}
              title={displayName(face)}
              className="grid size-9 place-items-center rounded-full pointer-coarse:size-11"
            >
              <Avatar name={displayName(face)} seed={face.username} src={face.avatar_url} size="md" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const STRIP = 'mt-12 flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-y border-line py-4'
