import { formatCompact, formatNumber } from './format-number.ts'

/** Shows a number such as "1.2k", and the exact number on hover. */
export function Count({ value }: { value: number }) {
  return (
    <span title={Math.abs(value) < 1000 ? undefined : formatNumber(value)} className="tabular-nums">
      {formatCompact(value)}
    </span>
  )
}
