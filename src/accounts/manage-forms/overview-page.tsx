import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { ManagePage } from './access.tsx'
import type { Change, Collection } from './contract.ts'
import { capitalize } from './policy.ts'
import { changePages, collectionsQuery } from './queries.ts'

/** The start page of /manage. @param children shown above the overview */
export function OverviewPage({ children }: { children?: ReactNode }) {
  return (
    <ManagePage to="/manage">
      {() => (
        <>
          {children}
          <Collections />
          <ChangeList />
        </>
      )}
    </ManagePage>
  )
}

function Collections() {
  const { data, isError, refetch } = useQuery(collectionsQuery())
  if (isError && !data)
    return (
      <div className="mt-6">
        <ErrorState title="The overview could not be loaded" onRetry={() => void refetch()} />
      </div>
    )
  return (
    <ul className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-4">
      {NAMES.map((name) => (
        <li key={name}>
          <Link
            to={`/manage/${name}`}
            className="grid h-full content-start gap-1 rounded-lg border border-line bg-raised p-4 transition-colors duration-150 hover:border-act"
          >
            <Icon icon={ICONS[name]} className="mb-2 size-5 text-act" />
            <span className="font-serif text-lg font-semibold">{capitalize(name)}</span>
            <Count value={data?.items.find((item) => item.name === name)?.count} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Count({ value }: { value: number | undefined }) {
  if (value === undefined) return <Skeleton className="h-5 w-10" />
  return <span className="text-sm text-muted tabular-nums">{formatNumber(value)}</span>
}

const NAMES = ['concepts', 'thinkers', 'resources', 'events', 'rules'] as const
const ICONS: Record<Collection['name'], `icon-${string}`> = {
  concepts: 'icon-shapes',
  thinkers: 'icon-lightbulb',
  resources: 'icon-library',
  events: 'icon-calendar',
  rules: 'icon-scale',
}

function ChangeList() {
  const list = useInfiniteQuery(changePages())
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby="changes" className="mt-10">
      <h2 id="changes" className="border-b border-line pb-3 text-xl">
        Changes
      </h2>
      {list.isPending && <RowListSkeleton count={6} label="Loading changes" />}
      {items?.length === 0 && (
        <p className="py-6 text-muted">
          No changes yet. Everything that’s added, edited or deleted here will be listed with its author.
        </p>
      )}
      <ul aria-label="Changes">
        {items?.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ul>
      <ListEnd list={list} failure="The changes could not be loaded" />
    </section>
  )
}

function ChangeRow({ change: { kind, name, act, fields, changed_by, created_at } }: { change: Change }) {
  return (
    <li data-list-item className="flex gap-3 border-b border-line py-3.5">
      <Avatar
        name={changed_by ? displayName(changed_by) : '?'}
        seed={changed_by?.username ?? ''}
        src={changed_by?.avatar_url}
        size="sm"
      />
      <div className="min-w-0 leading-snug wrap-anywhere">
        <p>
          {changed_by ? (
            <a href={`/profile/${changed_by.username}`} className="font-semibold hover:text-act">
              <bdi>{displayName(changed_by)}</bdi>
            </a>
          ) : (
            'Former member'
          )}{' '}
          {ACTS[act]} the {kind}{' '}
          <b dir="auto" className="font-semibold">
            {name}
          </b>
        </p>
        <p className="mt-0.5 text-sm text-faint">
          <Time iso={created_at} />
          {fields.length > 0 && ` · ${fields.map(fieldInWords).join(', ')}`}
        </p>
      </div>
    </li>
  )
}

const ACTS = {
  created: 'added',
  updated: 'changed',
  deleted: 'deleted',
  retried: 'retried',
  discarded: 'discarded',
}

/** Returns a field's name for display: "field_of_expertise" → "field of expertise". */
function fieldInWords(field: string): string {
  return FIELDS[field] ?? field.replaceAll('_', ' ')
}

const FIELDS: Record<string, string> = {
  bio: 'biography',
  color: 'colour',
  email: 'email address',
  ends_at: 'end',
  folded: 'spelling',
  is_on: 'state',
  key_works: 'works',
  starts_at: 'start',
  website_url: 'website',
}
