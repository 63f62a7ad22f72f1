import { FigureList } from '../../staff/dashboard/dashboard-section.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import type { ImportFigures as Figures } from './contract.ts'
import { KIND_TEXT, restText } from './run-text.ts'

/** The figures of a finished run: what it imported of each kind, and what needs attention. */
export function ImportFigures({ figures }: { figures: Figures }) {
  const { kinds, is_complete, private_categories } = figures
  return (
    <>
      <p className={is_complete ? 'text-muted' : 'text-bad'}>
        {is_complete
          ? 'Every record of the dump is explained.'
          : 'There are differences that are not explained. The report lists them.'}
      </p>
      <FigureList
        rows={kinds.map((kind) => [
          KIND_TEXT[kind.kind],
          `${formatNumber(kind.imported)} of ${formatNumber(kind.found)}`,
          restText(kind),
        ])}
      />
      <h4 className="mt-6 font-sans text-base font-semibold">Worth a look</h4>
      <FigureList rows={attentionRows(figures)} />
      {private_categories.length > 0 && (
        <p className="mt-4 max-w-3xl text-sm text-muted wrap-anywhere">
          Private categories by their old ids or names: <bdi>{private_categories.join(', ')}</bdi>
        </p>
      )}
    </>
  )
}

function attentionRows({ members, private_categories, ...figures }: Figures) {
  const { dead_links, missing_files, different_topics } = figures
  const rows: [name: string, count: number | null, advice: string][] = [
    ['Members without a password', members.without_password, 'They sign in with “Forgot password”.'],
    ['Members without an email address', members.without_email, 'They can’t reset a password.'],
    ['Dead links', dead_links, 'To pages of the former forum that were not imported.'],
    ['Missing files', missing_files, 'Links to files that only the former forum has.'],
    [
      'Private categories',
      private_categories.length,
      'Left out with their content, because guests could not read them.',
    ],
    ['Discussions that differ', different_topics, 'The report says how.'],
  ]
  return rows.flatMap(([name, count, advice]) =>
    count === null ? [] : [[name, formatNumber(count), advice] as const],
  )
}
