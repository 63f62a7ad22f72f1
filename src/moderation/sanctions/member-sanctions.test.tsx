import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MemberSanction } from './contract.ts'
import { MemberSanctions, memberSanctionsQuery } from './member-sanctions.tsx'
import { toSanctionInput } from './sanction-fields.tsx'

const item: MemberSanction = {
  id: 'one',
  kind: 'rate_limit',
  message: 'Slowly, please.',
  rule: '1. Be kind',
  reason: null,
  note: 'Third time',
  per_day: 5,
  starts_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2026-12-03T00:00:00.000Z',
  action_id: 'two',
  state: 'in_force',
  by: null,
  ended_at: null,
}

function show(items: MemberSanction[], may_sanction: boolean): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData<object>([...memberSanctionsQuery('bea').queryKey], { items, may_sanction })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemberSanctions username="bea" />
    </QueryClientProvider>,
  )
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('what is in force says how much and until when, and is lifted by who may', () => {
  const shown = show([item], true)
  for (const words of [
    'Rate limit',
    '5 a day',
    'until 3 December 2026',
    'Active',
    'Slowly, please.',
    'Note: Third time',
  ])
    expect(shown).toContain(words)
  expect(shown).toContain('Lift the rate limit')
  expect(shown).toContain('Message to the member')
})

test('who may not, and what is over, has nothing to press', () => {
  expect(show([item], false)).not.toMatch(/Lift|Message to the member/)
  expect(show([{ ...item, state: 'lifted', ended_at: item.starts_at }], true)).not.toContain('Lift the')
  expect(show([], false)).toContain('No sanctions so far.')
})

test('a draft is sent with what its kind needs, and nothing else', () => {
  const draft = { message: 'Hello', perDay: '5', days: '7' }
  const now = Date.parse('2026-11-01T00:00:00.000Z')
  expect(toSanctionInput({ ...draft, kind: 'warning' }, now)).toEqual({ kind: 'warning', message: 'Hello' })
  expect(toSanctionInput({ ...draft, kind: 'suspension', days: '' }, now)).toEqual({
    kind: 'suspension',
    message: 'Hello',
    ends: null,
  })
  expect(toSanctionInput({ ...draft, kind: 'rate_limit' }, now)).toEqual({
    kind: 'rate_limit',
    message: 'Hello',
    per_day: 5,
    ends: '2026-11-08T00:00:00.000Z',
  })
})
