import type { ImportReport, KindReport } from '../report/report.server.ts'

/** Maximum reasons of a kind, and of private categories, that are stored. */
const REASONS_MAX = 20
const CATEGORIES_MAX = 100

/** Returns the figures of a report that /manage/import shows. They contain no texts. */
export function figuresOf({ kinds, members, private_categories, topics, links, is_complete }: ImportReport) {
  return {
    kinds: kinds
      .filter(({ found }) => found > 0)
      .map(({ skipped, failed, ...kind }) => ({
        ...kind,
        skipped: mostFrequent(skipped),
        failed: mostFrequent(failed),
      })),
    members,
    private_categories: private_categories.slice(0, CATEGORIES_MAX),
    different_topics: topics.differences,
    dead_links: links?.dead ?? null,
    missing_files: links?.missing_files ?? null,
    is_complete,
  }
}

function mostFrequent(reasons: KindReport['skipped']): KindReport['skipped'] {
  if (reasons.length <= REASONS_MAX) return reasons
  const count = reasons.slice(REASONS_MAX).reduce((sum, reason) => sum + reason.count, 0)
  return [...reasons.slice(0, REASONS_MAX), { reason: 'other reasons', count }]
}
