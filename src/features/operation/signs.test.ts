import { expect, test } from 'vitest'
import {
  signOfBackup,
  signOfCache,
  signOfJobs,
  signOfMail,
  signOfNode,
  signOfStatements,
  signOfStorage,
} from './signs.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()
const HOUR = 3600

const jobs = { waiting: 0, retrying: 0, active: 0, failed: 0, oldest_seconds: null, kinds: [] }
const mail = { goes: 'smtp', sent_today: 100, refused_today: 0, waiting: 0, stopped_addresses: 0 } as const
const backup = (schedule: string | null, age?: number) =>
  signOfBackup(
    { schedule, to: 'bucket', newest: age === undefined ? null : { made_at: ago(age), bytes: 1 } },
    NOW,
  )
const storage = (free: number) =>
  signOfStorage({
    database_bytes: 1,
    tables: [],
    files: 'bucket',
    is_database_here: true,
    disk: { free_bytes: free, total_bytes: 100 },
  })
const node = {
  id: 'a',
  name: 'a',
  version: '1.0.0',
  role: 'all' as const,
  started_at: ago(HOUR),
  seen_at: ago(10),
  silent_seconds: 10,
  is_away: false,
  has_ended: false,
  memory_bytes: 1,
  migration: '0137',
  event_lag_ms: 5,
  replica_lag_seconds: null,
  is_replica_left_out: null,
}
const nodeSign = (change: Partial<typeof node> & object, others: (typeof node)[] = []) =>
  signOfNode({ ...node, ...change }, [{ ...node, ...change }, ...others], '0137')
const statement = (mean_ms: number, calls: number) =>
  signOfStatements({ source: 'node', items: [{ statement: 'select', calls, mean_ms, max_ms: mean_ms }] })

test.each([
  ['jobs: none', signOfJobs(jobs), 'fine'],
  ['jobs: one failed', signOfJobs({ ...jobs, failed: 1 }), 'attention'],
  ['jobs: one is tried again', signOfJobs({ ...jobs, retrying: 1 }), 'attention'],
  ['jobs: nobody does them', signOfJobs({ ...jobs, oldest_seconds: HOUR }), 'problem'],
  ['mail: all arrives', signOfMail(mail), 'fine'],
  ['mail: into a folder', signOfMail({ ...mail, goes: 'outbox' }), 'attention'],
  ['mail: much is refused', signOfMail({ ...mail, refused_today: 10 }), 'problem'],
  ['mail: two of two are refused', signOfMail({ ...mail, sent_today: 0, refused_today: 2 }), 'fine'],
  ['backup: nobody makes one', backup(null), 'problem'],
  ['backup: by hand, lately', backup(null, HOUR), 'attention'],
  ['backup: by hand, long ago', backup(null, 8 * 24 * HOUR), 'problem'],
  ['backup: by itself', backup('20 3 * * *', HOUR), 'fine'],
  ['backup: the first is to come', backup('20 3 * * *'), 'attention'],
  ['backup: one is missing', backup('20 3 * * *', 30 * HOUR), 'attention'],
  ['backup: many are missing', backup('20 3 * * *', 8 * 24 * HOUR), 'problem'],
  ['storage: room', storage(50), 'fine'],
  ['storage: little room', storage(10), 'attention'],
  ['storage: hardly any room', storage(4), 'problem'],
  ['cache: too early', signOfCache({ hits: 1, misses: 99 }), 'fine'],
  ['cache: readers wait', signOfCache({ hits: 400, misses: 1000 }), 'attention'],
  ['cache: readers do not wait', signOfCache({ hits: 9000, misses: 1000 }), 'fine'],
  ['node: runs', nodeSign({}), 'fine'],
  ['node: is away', nodeSign({ is_away: true, silent_seconds: 200 }), 'problem'],
  ['node: is away for long', nodeSign({ is_away: true, silent_seconds: 2 * HOUR }), 'attention'],
  ['node: was replaced', nodeSign({ is_away: true, has_ended: true, silent_seconds: 200 }), 'fine'],
  ['node: hears late', nodeSign({ event_lag_ms: 3000 }), 'attention'],
  ['node: without its replica', nodeSign({ is_replica_left_out: true as never }), 'attention'],
  ['node: beside one of another version', nodeSign({}, [{ ...node, version: '0.9.0' }]), 'attention'],
  [
    'node: beside an old one that is away',
    nodeSign({}, [{ ...node, version: '0.9.0', is_away: true }]),
    'fine',
  ],
  ['node: from before a migration', nodeSign({ migration: '0136' }), 'attention'],
  ['statements: quick', statement(20, 1000), 'fine'],
  ['statements: slow', statement(400, 1000), 'attention'],
  ['statements: slow once', statement(400, 1), 'fine'],
] as const)('%s', (_, { state, advice }, expected) => {
  expect(state).toBe(expected)
  expect(advice).toMatch(/[.?]$/)
})
