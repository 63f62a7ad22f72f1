import { formatNumber } from '../../ui/format/format-number.ts'
import { DashboardSection, FigureList } from './dashboard-section.tsx'
import type { Figures } from './figures.ts'

export function WebhooksSection({
  webhooks: { active, failing, switched_off, waiting, sign },
}: Pick<Figures, 'webhooks'>) {
  return (
    <DashboardSection id="webhooks" title="Webhooks" sign={sign}>
      <FigureList
        rows={[
          ['Active', formatNumber(active), 'Their deliveries are listed at /manage/webhooks.'],
          ['Failing', formatNumber(failing), 'Retried for a day. Check the receiver.'],
          ['Switched off', formatNumber(switched_off), 'They failed for three days.'],
          ['Waiting deliveries', formatNumber(waiting), 'Sent within seconds, or retried later.'],
        ]}
      />
    </DashboardSection>
  )
}
