import type { Sort, TimeFilter } from '../policy.ts'

export const SORT_LABELS: Record<Sort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  active: 'Active',
  top: 'Top',
  discussed: 'Discussed',
  views: 'Views',
  oldest: 'Oldest',
}

export const TIME_LABELS: Record<TimeFilter, string> = {
  all: 'All Time',
  day: 'Today',
  week: 'This Week',
  month: 'This Month',
  year: 'This Year',
}

/** What the page offers; a week is for addresses. */
export const OFFERED_TIMES = ['all', 'day', 'month', 'year'] as const
