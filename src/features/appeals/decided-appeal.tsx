import { Time } from '../../ui/format/time.tsx'
import type { Appeal } from './contract.ts'

/** What became of it. While it waits, that. */
export function DecidedAppeal({ appeal }: { appeal: Appeal }) {
  const { words, created_at, outcome, answer, decided_at } = appeal
  return (
    <section
      aria-labelledby="appeal-state"
      className="grid gap-3 rounded-lg border border-line bg-raised p-5"
    >
      <div role="status">
        <h2 id="appeal-state" tabIndex={-1} className="text-lg">
          {outcome ? OUTCOMES[outcome].title : 'Your appeal waits for a decision'}
        </h2>
        <p className="mt-1 text-muted">
          {outcome
            ? OUTCOMES[outcome].meaning
            : 'Somebody who was not part of it looks at it, and you are told what they decide.'}
        </p>
      </div>
      {answer && (
        <div>
          <h3 className="font-sans text-sm font-semibold text-muted">The answer</h3>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        </div>
      )}
      <div>
        <h3 className="font-sans text-sm font-semibold text-muted">
          What you wrote, <Time iso={created_at} />
        </h3>
        <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      </div>
      {decided_at && (
        <p className="text-sm text-muted">
          Decided <Time iso={decided_at} />
        </p>
      )}
    </section>
  )
}

const OUTCOMES = {
  granted: { title: 'Your appeal was granted', meaning: 'What was done is taken back.' },
  rejected: { title: 'Your appeal was rejected', meaning: 'What was done stands.' },
  moot: { title: 'Your appeal is closed', meaning: 'It was taken back before somebody decided.' },
} as const
