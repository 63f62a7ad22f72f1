import { expect, test } from 'vitest'
import {
  signOfBackup,
  signOfCache,
  signOfJobs,
  signOfMail,
  signOfNode,
  signOfRelease,
  signOfStatements,
  signOfStorage,
} from './signs.ts'

const NOW = '2026-11-23T12:00:00.000Z'
const HOUR = 3600
const DAY = 24 * HOUR

const jobs = { waiting: 0, retrying: 0, active: 0, failed: 0, oldest_seconds: null, kinds: [] }
const mail = {
  goes: 'smtp',
  sent_today: 100,
  refused_today: 0,
  waiting: 0,
  oldest_seconds: null,
  held_back: 0,
  stopped_addresses: 0,
} as const
const place = { schedule: '20 3 * * *', to: 'bucket', place: 'read', read_at: NOW } as const
/** @param age seconds since the newest backup or, if there is none, since the forum was set up */
const backup = (schedule: string | null, age: number, isThere = true) =>
  signOfBackup({
    ...place,
    schedule,
    newest: isThere ? { made_at: NOW, bytes: 1 } : null,
    age_seconds: age,
  })
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
  started_at: NOW,
  seen_at: NOW,
  silent_seconds: 10,
  is_away: false,
  has_ended: false,
  memory_bytes: 1,
  migration: '0137',
  event_lag_ms: 5,
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
  ['mail: some waits', signOfMail({ ...mail, waiting: 3, oldest_seconds: 700 }), 'attention'],
  ['mail: the server is away', signOfMail({ ...mail, waiting: 3, oldest_seconds: 2 * HOUR }), 'problem'],
  ['mail: one is against the rules', signOfMail({ ...mail, held_back: 1, oldest_seconds: 60 }), 'attention'],
  [
    'mail: all is against the rules',
    signOfMail({ ...mail, held_back: 9, oldest_seconds: 2 * HOUR }),
    'problem',
  ],
  ['mail: many addresses do not exist', signOfMail({ ...mail, refused_today: 10 }), 'attention'],
  ['mail: two of two are refused', signOfMail({ ...mail, sent_today: 0, refused_today: 2 }), 'fine'],
  ['backup: nobody makes one', backup(null, HOUR, false), 'problem'],
  ['backup: by hand, lately', backup(null, HOUR), 'attention'],
  ['backup: by hand, long ago', backup(null, 8 * DAY), 'problem'],
  ['backup: by itself', backup('20 3 * * *', HOUR), 'fine'],
  ['backup: the first is to come', backup('20 3 * * *', 20 * HOUR, false), 'attention'],
  ['backup: the first did not come', backup('20 3 * * *', 30 * HOUR, false), 'problem'],
  ['backup: the first of a week is to come', backup('20 3 * * 1', 6 * DAY, false), 'attention'],
  ['backup: one is missing', backup('20 3 * * *', 30 * HOUR), 'attention'],
  ['backup: many are missing', backup('20 3 * * *', 8 * DAY), 'problem'],
  ['backup: of a week is none missing', backup('20 3 * * 1', 7 * DAY + HOUR), 'fine'],
  ['backup: of a month is none missing', backup('20 3 1 * *', 30 * DAY), 'fine'],
  ['backup: of a month is one missing', backup('20 3 1 * *', 40 * DAY), 'problem'],
  [
    'backup: nobody can look',
    signOfBackup({ ...place, place: 'unreadable', newest: null, age_seconds: HOUR }),
    'problem',
  ],
  [
    'backup: nobody can look into the folder, though a new one is known',
    signOfBackup({
      ...place,
      to: '/backups',
      place: 'unreadable',
      newest: { made_at: NOW, bytes: 1 },
      age_seconds: HOUR,
    }),
    'problem',
  ],
  [
    'backup: nobody has looked',
    signOfBackup({ ...place, place: 'unread', newest: null, age_seconds: 99 * DAY }),
    'attention',
  ],
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
  ['node: beside one of another version', nodeSign({}, [{ ...node, version: '0.9.0' }]), 'attention'],
  [
    'node: beside an old one that is away',
    nodeSign({}, [{ ...node, version: '0.9.0', is_away: true }]),
    'fine',
  ],
  ['node: from before a migration', nodeSign({ migration: '0136' }), 'attention'],
  ['release: one', signOfRelease([node, { ...node, version: '0.9.0', is_away: true }]), 'fine'],
  [
    'release: two builds of one version',
    signOfRelease([node, { ...node, version: '1.0.0+1feed67' }]),
    'attention',
  ],
  ['statements: quick', statement(20, 1000), 'fine'],
  ['statements: slow', statement(400, 1000), 'attention'],
  ['statements: slow once', statement(400, 1), 'fine'],
] as const)('%s', (_, { state, advice }, expected) => {
  expect(state).toBe(expected)
  expect(advice).toMatch(/[.?]$/)
})

test('SPF, DKIM and DMARC are for what rules refuse, not for addresses that do not exist', () => {
  expect(signOfMail({ ...mail, held_back: 1 }).advice).toContain('SPF')
  expect(signOfMail({ ...mail, refused_today: 10 }).advice).not.toContain('SPF')
  expect(signOfMail({ ...mail, oldest_seconds: 2 * HOUR }).advice).not.toContain('SPF')
})
