import { formatNumber } from '../../ui/format/format-number.ts'

/** "1,204 posts" */
export function PostCount({ value }: { value: number }) {
  return (
    <span className="text-sm text-faint tabular-nums">{`${formatNumber(value)} ${value === 1 ? 'post' : 'posts'}`}</span>
  )
}
