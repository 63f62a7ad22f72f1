import { Count } from '../../../ui/format/count.tsx'

/** What a visitor sees where members vote. */
export function Score({ value }: { value: number }) {
  return (
    <span className="score">
      <Count value={value} />
      {value === 1 ? ' point' : ' points'}
    </span>
  )
}
