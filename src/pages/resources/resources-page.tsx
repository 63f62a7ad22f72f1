import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ExternalLink } from '../../ui/external-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { thinkersQuery } from '../thinkers/queries.ts'
import type { Resource } from './contract.ts'
import { resourcesQuery } from './queries.ts'

export function ResourcesPage() {
  return (
    <>
      <h1 className="text-2xl">Resources</h1>
      <p className="mt-1 max-w-2xl text-muted">
        Recommended reading. These authors disagree with each other, which is why they’re here together.
      </p>
      <Part id="reading" title="Recommended Reading">
        <Resources kind="book" />
      </Part>
      <Part id="blogs" title="Blogs">
        <Resources kind="blog" />
      </Part>
      <Part id="transhumanists" title="Leading Transhumanists">
        <Transhumanists />
      </Part>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="border-b border-line pb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

const WORDS = {
  book: { loading: 'Loading books', failure: 'The books could not be loaded', none: 'No books yet' },
  blog: { loading: 'Loading blogs', failure: 'The blogs could not be loaded', none: 'No blogs yet' },
}

function Resources({ kind }: { kind: Resource['kind'] }) {
  const { data, isPending, refetch } = useQuery(resourcesQuery())
  const { loading, failure, none } = WORDS[kind]
  if (isPending) return <RowListSkeleton count={6} label={loading} />
  if (!data)
    return (
      <div className="mt-5">
        <ErrorState title={failure} onRetry={() => void refetch()} />
      </div>
    )
  const items = data.items.filter((item) => item.kind === kind)
  if (items.length === 0)
    return (
      <EmptyState as="h3" icon="icon-library" title={none}>
        Coming soon
      </EmptyState>
    )
  return (
    <ul className="grid gap-x-14 lg:grid-cols-2">
      {items.map((item) => (
        <ResourceItem key={item.id} resource={item} />
      ))}
    </ul>
  )
}

function ResourceItem({ resource }: { resource: Resource }) {
  const { title, author, year, category, link, description } = resource
  return (
    <li data-list-item className="border-b border-line py-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 dir="auto" className="min-w-0 text-lg leading-snug wrap-anywhere">
          <ExternalLink href={link}>{title}</ExternalLink>
        </h3>
        {category && (
          <span dir="auto" className="eyebrow max-w-2/5 flex-none text-right wrap-anywhere">
            {category}
          </span>
        )}
      </div>
      <p dir="auto" className="mt-0.5 text-sm text-muted">
        {author}
        {year && (
          <>
            , <span className="tabular-nums">{year}</span>
          </>
        )}
      </p>
      <p dir="auto" className="mt-1.5 text-muted">
        {description}
      </p>
    </li>
  )
}

function Transhumanists() {
  const { data } = useQuery(thinkersQuery())
  if (!data) return <RowListSkeleton count={4} label="Loading thinkers" />
  if (data.items.length === 0)
    return (
      <EmptyState as="h3" icon="icon-lightbulb" title="No featured thinkers yet">
        Coming soon
      </EmptyState>
    )
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
      {data.items.map(({ id, name, field_of_expertise }) => (
        <li key={id} data-list-item className="border-b border-line">
          <a href={`/thinkers#${id}`} className="group block py-3.5">
            <span
              dir="auto"
              className="block font-serif text-lg leading-snug font-semibold group-hover:text-act"
            >
              {name}
            </span>
            <span dir="auto" className="mt-0.5 block text-sm text-muted">
              {field_of_expertise}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
