import type { ReactNode } from 'react'
import type { Sign } from './figures.ts'

interface Props {
  id: string
  title: string
  sign: Sign
  children?: ReactNode
}

/** A part of the page: what it is about, how it is, what to do, and its numbers. */
export function Section({ id, title, sign, children }: Props) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
        <h2 id={id} tabIndex={-1} className="text-xl">
          {title}
        </h2>
        <State sign={sign} />
      </div>
      <p className="mt-3 max-w-3xl text-muted">{sign.advice}</p>
      {children}
    </section>
  )
}

/** In words; the colour only helps to find it. */
export function State({ sign: { state } }: { sign: Sign }) {
  return <span className={`badge ${COLOURS[state]}`}>{WORDS[state]}</span>
}

type NumberRow = readonly [name: string, value: ReactNode, advice: string]

/** Numbers, each with what to do about it, as many beside each other as there is room for. */
export function Numbers({ rows }: { rows: readonly NumberRow[] }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-3 xl:grid-cols-4">
      {rows.map(([name, value, advice]) => (
        <div key={name} className="min-w-0 wrap-anywhere">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-serif text-xl tabular-nums">{value}</dd>
          <dd className="mt-0.5 text-sm text-faint">{advice}</dd>
        </div>
      ))}
    </dl>
  )
}

const WORDS = { fine: 'Fine', attention: 'Attention', problem: 'Problem' }
const COLOURS = { fine: 'text-good', attention: 'text-act', problem: 'text-bad' }
