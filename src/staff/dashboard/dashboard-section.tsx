import type { ReactNode } from 'react'
import { formatNumber } from '../../ui/format/format-number.ts'
import type { Sign } from './figures.ts'

interface Props {
  id: string
  title: string
  sign: Sign
  children?: ReactNode
}

export function DashboardSection({ id, title, sign, children }: Props) {
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

export function State({ sign: { state } }: { sign: Sign }) {
  return <span className={`badge ${COLOURS[state]}`}>{WORDS[state]}</span>
}

type NumberRow = readonly [name: string, value: ReactNode, advice: string]

export function FigureList({ rows }: { rows: readonly NumberRow[] }) {
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

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** Formats a size: 1536 → "1.5 KB". Units are multiples of 1024. */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}

/** Formats a duration: 0.4 → "0.4 ms", 1234 → "1,234 ms". */
export function formatMilliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : formatNumber(Math.round(ms))} ms`
}

/** Formats a duration: 45 → "45 s", 150 → "2 min", 7300 → "2 h". */
export function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

/** Formats a percentage. Rounds down, so that 99.9 % isn't shown as 100 %. */
export function formatShare(part: number, whole: number): string {
  return whole > 0 ? `${Math.floor((part / whole) * 100)} %` : '–'
}
