import { useQuery } from '@tanstack/react-query'
import { Avatar } from '../../ui/avatar.tsx'
import { asideQuery } from './queries.ts'

export function ActivePeople() {
  const people = useQuery(asideQuery()).data?.people
  if (!people?.length) return null
  return (
    <section aria-labelledby="active-people">
      <h2 id="active-people" className="aside-title mb-1.5!">
        People
      </h2>
      <ul>
        {people.map(({ username, name, avatar_url }) => (
          <li key={username}>
            <a
              href={`/profile/${username}`}
              className="flex min-h-9 items-center gap-2.5 hover:text-act pointer-coarse:min-h-11"
            >
              <Avatar name={name} seed={username} src={avatar_url} />
              <span dir="auto" className="truncate font-medium">
                {name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
