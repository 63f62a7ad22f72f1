import { Section, type SectionProps } from './section.tsx'

/** How much they wrote, what became of their reports, and of reports about them. */
export function Numbers({ view: { numbers } }: SectionProps) {
  const { reports, cases } = numbers
  const upheld =
    reports.decided > 0 ? `${reports.upheld} of the last ${reports.decided} upheld` : 'none decided'
  const rows = [
    ['Posts', numbers.posts],
    ['Comments', numbers.comments],
    ['Notes', numbers.notes],
    ['Removed', numbers.removed],
    ['Reports made', `${reports.made}: ${upheld}, weight ${reports.weight.toFixed(2)}`],
    [
      'Cases about them',
      `${cases.open} open, ${cases.upheld} upheld, ${cases.rejected} rejected, ${cases.moot} closed when it was gone`,
    ],
  ] as const
  return (
    <Section title="Numbers">
      <dl className="grid gap-1">
        {rows.map(([name, value]) => (
          <div key={name} className="flex gap-x-3">
            <dt className="w-36 flex-none text-muted">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
