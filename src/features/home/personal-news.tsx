import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { useFirstSteps } from '../first-steps/use-first-steps.ts'
import { SinceLastVisit } from './since-last-visit.tsx'

interface Props {
  viewer: Viewer
  /** Shown until everything has arrived, so that nothing moves. */
  waiting: ReactNode
}

/** What is new for a member below the recent discussions, after a new member's first steps. */
export function PersonalNews({ viewer, waiting }: Props) {
  const steps = useFirstSteps(viewer.id)
  const news = useQuery({ ...api.news.list.queryOptions(), staleTime: 0 })
  if (steps.isWaiting || news.isPending) return waiting
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] content-start gap-10 min-[75rem]:min-h-240">
      {steps.state && <FirstSteps state={steps.state} dismiss={steps.dismiss} />}
      <SinceLastVisit items={news.data?.items} onRetry={() => void news.refetch()} />
    </div>
  )
}
