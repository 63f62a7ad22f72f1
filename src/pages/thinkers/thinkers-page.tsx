import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from '../../ui/external-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Columns } from '../../ui/list/columns.tsx'
import { Prose } from '../../ui/prose.tsx'
import type { Thinker } from './contract.ts'
import { WORKS_SHOWN } from './policy.ts'
import { thinkersQuery } from './queries.ts'

export function ThinkersPage() {
  const thinkers = useQuery(thinkersQuery()).data?.items
  return (
    <Columns asideLabel="Names" aside={thinkers && thinkers.length > 0 && <Names thinkers={thinkers} />}>
      <h1 className="text-2xl">Thinkers</h1>
      <p className="mt-1 text-muted">People whose ideas our discussions keep coming back to.</p>
      {!thinkers && <ThinkersSkeleton />}
      {thinkers?.length === 0 && (
        <EmptyState icon="icon-lightbulb" title="No featured thinkers yet">
          Coming soon
        </EmptyState>
      )}
      {thinkers?.map((thinker) => (
        <ThinkerArticle key={thinker.id} thinker={thinker} />
      ))}
    </Columns>
  )
}

function ThinkersSkeleton() {
  return (
    <div aria-label="Loading thinkers" aria-busy="true" role="status">
      {Array.from({ length: 4 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all items are identical
        <div key={i} className="grid max-w-2xl gap-3 border-b border-line py-8">
          <Skeleton className="h-7 w-52" />
          <Skeleton className="h-4.5 w-72 max-w-full" />
          <Skeleton className="mt-2 h-48" />
          <Skeleton className="h-16 w-4/5" />
        </div>
      ))}
    </div>
  )
}

function ThinkerArticle({ thinker }: { thinker: Thinker }) {
  const { id, name, field_of_expertise, bio, website_url, key_works } = thinker
  const works = key_works.slice(0, WORKS_SHOWN)
  return (
    <article
      id={id}
      aria-labelledby={`${id}-name`}
      data-list-item
      className="border-b border-line py-8 last:border-0"
    >
      <h2 dir="auto" id={`${id}-name`} className="text-[1.625rem] leading-tight">
        {name}
      </h2>
      <p className="mt-1 mb-4 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span dir="auto">{field_of_expertise}</span>
        <Years thinker={thinker} />
        {website_url && (
          <ExternalLink
            href={website_url}
            className="inline-flex min-h-8 items-center text-act pointer-coarse:min-h-11"
          >
            Website<span className="sr-only"> of {name}</span>
          </ExternalLink>
        )}
      </p>
      <Prose>
        <p dir="auto">{bio}</p>
      </Prose>
      {works.length > 0 && (
        <>
          <h3 className="eyebrow mt-6">Notable Work</h3>
          <ul className="mt-2 grid max-w-2xl gap-1 font-serif text-lg text-muted italic">
            {works.map((work) => (
              <li key={work} dir="auto">
                {work}
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}

function Years({ thinker: { born, died } }: { thinker: Thinker }) {
  if (!born && !died) return null
  const years = born && died ? `${born}–${died}` : died ? `died ${died}` : `born ${born}`
  return <span className="text-faint tabular-nums">{years}</span>
}

function Names({ thinkers }: { thinkers: Thinker[] }) {
  return (
    <nav aria-label="Thinkers on this page" className="sticky top-24">
      <ul className="grid border-l border-line pl-4 text-sm text-muted">
        {thinkers.map(({ id, name }) => (
          <li key={id}>
            <a
              dir="auto"
              href={`#${id}`}
              className="flex min-h-8 items-center hover:text-text pointer-coarse:min-h-11"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
