import type { MemberView } from './contract.ts'

/** Shows the numbers of a member's texts and reports, and of reports about the member. */
export function MemberStats({ numbers }: Pick<MemberView, 'numbers'>) {
  const { reports, cases } = numbers
  const rows = [
    ['Posts', numbers.posts],
    ['Comments', numbers.comments],
    ['Notes', numbers.notes],
    ['Removed', numbers.removed],
    ['Reports sent', made(reports)],
    ['Report weight', reports.weight.toFixed(2)],
    ['Cases about them', counted(cases)],
  ] as const
  return (
    <dl className="grid gap-1">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-x-3">
          <dt className="w-36 flex-none text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function made({ made, decided, upheld }: MemberView['numbers']['reports']): string {
  if (made === 0 || decided > 0)
    return made === 0 ? '0' : `${made}, ${upheld} of the last ${decided} decided upheld`
  return `${made}, none decided yet`
}

function counted({ open, upheld, rejected, moot }: MemberView['numbers']['cases']): string {
  const parts = [
    [open, 'open'],
    [upheld, 'upheld'],
    [rejected, 'rejected'],
    [moot, 'closed, content deleted'],
  ] as const
  const some = parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  return some.join(', ') || '0'
}
