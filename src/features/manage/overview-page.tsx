import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { ManagePage } from './access.tsx'
import { ChangeList } from './change-list.tsx'
import type { Collection } from './contract.ts'
import { collectionsQuery } from './queries.ts'
import { capital } from './words.ts'

/** /manage: what there is to maintain, and who changed what. */
export function OverviewPage() {
  return (
    <ManagePage to="/manage">
      {() => (
        <>
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
        <ErrorState title="What there is could not be counted" onRetry={() => void refetch()} />
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
            <span className="font-serif text-lg font-semibold">{capital(name)}</span>
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

const NAMES = ['categories', 'thinkers', 'resources', 'events', 'rules'] as const
const ICONS: Record<Collection['name'], `icon-${string}`> = {
  categories: 'icon-shapes',
  thinkers: 'icon-lightbulb',
  resources: 'icon-library',
  events: 'icon-calendar',
  rules: 'icon-scale',
}
