import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { DashboardSection, FigureList } from './dashboard-section.tsx'
import type { Figures } from './figures.ts'

const GUEST_CHECKS = { flood: 'During a flood', always: 'Always', never: 'Never' }

export function CrawlersSection({ crawlers }: Pick<Figures, 'crawlers'>) {
  const { guest_check, is_flood, last_flood_at, sign } = crawlers
  return (
    <DashboardSection id="crawlers" title="Crawlers" sign={sign}>
      <FigureList
        rows={[
          ['Check of guests', GUEST_CHECKS[guest_check], 'Change it under Site, “Crawlers”.'],
          [
            is_flood ? 'Flood since' : 'Last flood',
            last_flood_at ? <Time key="flood" iso={last_flood_at} /> : 'None',
            'In the last 100 days.',
          ],
          [
            'Refused without a pass',
            formatNumber(crawlers.guests_checked),
            'Requests today. Most come from crawlers.',
          ],
          [
            'Tasks solved',
            formatNumber(crawlers.checks_solved),
            'Today: browsers that got a pass for a week.',
          ],
          [
            'Wrong solutions',
            formatNumber(crawlers.checks_refused),
            'Today. Many of them are attempts to forge a pass.',
          ],
          [
            'Search engines',
            formatNumber(crawlers.search_engine_reads),
            'Requests today without a task, verified by reverse DNS.',
          ],
        ]}
      />
    </DashboardSection>
  )
}
