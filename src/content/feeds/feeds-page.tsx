import { useQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'

export function FeedsPage() {
  const { data } = useQuery(api.concepts.list.queryOptions())
  return (
    <>
      <h1 className="mb-2 text-2xl">Feeds</h1>
      <p className="text-muted">
        Follow the forum in a feed reader, without an account and without tracking. Each feed contains the
        full text of the 30 newest posts. You can find a member’s feed on their profile.
      </p>
      <ul className="mt-6 divide-y divide-line border-y border-line">
        <FeedLinks name="All posts" path="/feeds/latest" />
        {data?.items.map(({ id, name }) => (
          <FeedLinks key={id} name={name} path={`/feeds/concepts/${id}`} />
        ))}
      </ul>
      <p className="mt-6 text-muted">
        There’s also{' '}
        <a href="/feeds/moderation.atom" className="text-act underline underline-offset-4">
          a feed
        </a>{' '}
        of moderator actions.
      </p>
    </>
  )
}

function FeedLinks({ name, path }: { name: string; path: string }) {
  return (
    <li className="flex min-h-11 items-center gap-5 py-1">
      <span className="mr-auto font-medium">{name}</span>
      <a href={`${path}.atom`} className={LINK} aria-label={`${name}, Atom`}>
        Atom
      </a>
      <a href={`${path}.json`} className={LINK} aria-label={`${name}, JSON Feed`}>
        JSON Feed
      </a>
    </li>
  )
}

const LINK = 'grid min-h-11 place-items-center text-act underline underline-offset-4'
