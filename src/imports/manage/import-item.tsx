import { api, client } from '../../core/client.ts'
import { ConfirmedAction } from '../../moderation/confirmed-action.tsx'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Time } from '../../ui/format/time.tsx'
import type { ImportRun } from './contract.ts'
import { ImportFigures } from './import-figures.tsx'
import { progressText, STATE_TEXT, sourceText } from './run-text.ts'

interface Props {
  run: ImportRun
  isFirst: boolean
}

export function ImportItem({ run, isFirst }: Props) {
  const { source, is_dry_run, state, started_at, finished_at, undone_at, report } = run
  const [text, colour] = STATE_TEXT[state]
  const progress = progressText(run)
  return (
    <li data-list-item className="border-b border-line py-5">
      <div className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
        <h3 dir="auto" className="font-sans text-base font-semibold">
          {sourceText(source)}
        </h3>
        <span className={`badge ${colour}`}>{text}</span>
        {is_dry_run && <span className="badge text-muted">Dry run</span>}
      </div>
      <p className="mt-0.5 text-sm text-faint">
        Started <Time iso={started_at} />
        {finished_at && (
          <>
            , finished <Time iso={finished_at} />
          </>
        )}
        {undone_at && (
          <>
            , undone <Time iso={undone_at} />
          </>
        )}
      </p>
      {progress && <p className="mt-2 max-w-3xl tabular-nums">{progress}</p>}
      {state === 'writing' && <ProgressBar run={run} />}
      {report && (
        <details open={isFirst} className="mt-2">
          <summary className="cursor-pointer py-2.5 text-muted">Results</summary>
          <ImportFigures figures={report} />
        </details>
      )}
      <Actions run={run} />
    </li>
  )
}

function ProgressBar({ run: { source, records, total } }: { run: ImportRun }) {
  return (
    <progress
      aria-label={`Progress of ${sourceText(source)}`}
      value={records}
      max={total ?? 1}
      className="mt-2 block w-full max-w-3xl accent-act"
    />
  )
}

const LOOK = { kind: 'quiet', className: 'text-sm max-md:px-3' } as const

function Actions({ run: { id, source, report, can } }: { run: ImportRun }) {
  if (!report && !can.undo) return null
  const name = sourceText(source)
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {report && (
        <>
          <ButtonAnchor
            {...LOOK}
            href={`/api/imports/${id}/report`}
            target="_blank"
            rel="noopener"
            aria-label={`View report: ${name}`}
          >
            View report
          </ButtonAnchor>
          <ButtonAnchor
            {...LOOK}
            href={`/api/imports/${id}/report?format=json`}
            download
            aria-label={`Download report: ${name}`}
          >
            Download report
          </ButtonAnchor>
        </>
      )}
      {can.undo && (
        <ConfirmedAction
          button={{ ...LOOK, label: 'Undo this import' }}
          title="Undo this import?"
          description="The members, posts, comments and messages that it brought are deleted. Texts with new answers or votes and members who have signed in stay. To bring them back, you need to import the dump again."
          confirmLabel="Undo import"
          danger
          act={() => client.imports.remove({ id })}
          done="The import is being undone"
          // The focused button disappears with the permission.
          onDone={() => document.getElementById('imports')?.focus()}
          failure="The import could not be undone"
          queryKeys={[api.imports.key()]}
        />
      )}
    </div>
  )
}
