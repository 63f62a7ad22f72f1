import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { figuresQuery } from './queries.ts'

const Sections = lazyWithRetry(() => import('./sections.tsx'))

export function DashboardPage() {
  return <ManagePage to="/manage/dashboard">{() => <Dashboard />}</ManagePage>
}

function Dashboard() {
  const { data, isError, refetch } = useQuery(figuresQuery())
  if (isError && !data)
    return (
      <div className="mt-6">
        <ErrorState title="The figures could not be loaded" onRetry={() => void refetch()} />
      </div>
    )
  const skeleton = (
    <div className="mt-6" role="status" aria-label="Loading figures">
      <Skeleton className="h-96" />
    </div>
  )
  if (!data) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <Sections figures={data} isStale={isError} />
    </Suspense>
  )
}
