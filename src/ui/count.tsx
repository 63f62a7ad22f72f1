import { compact, grouped } from './numbers.ts'

/** A number in little room: 1.2k, with the whole of it on hover. */
export function Count({ value }: { value: number }) {
  return (
    <span title={Math.abs(value) < 1000 ? undefined : grouped(value)} className="tabular-nums">
      {compact(value)}
    </span>
  )
}
