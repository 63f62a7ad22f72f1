import { expect, test } from 'vitest'
import { archiveName, archiveTime, findExpiredBackups, manualArchiveName } from './archive-name.ts'

const KEEP = { daily: 7, weekly: 4, monthly: 6 }
const day = (back: number, hour = 3) => archiveName(new Date(Date.UTC(2026, 10, 23 - back, hour)))

test('a name says when, and nothing else is one', () => {
  expect(archiveTime(day(0))).toEqual(new Date('2026-11-23T03:00:00Z'))
  for (const name of ['notes.txt', `${day(0)}.partial`, 'threshold-2026-13-45T99-99-99Z.tar.zst'])
    expect(archiveTime(name)).toBeUndefined()
})

test('of a year of nights seven days, four weeks and six months stay', () => {
  const names = Array.from({ length: 365 }, (_, back) => day(back))
  const gone = new Set(findExpiredBackups(names, KEEP))
  const kept = names.filter((name) => !gone.has(name)).map((name) => name.slice(10, 20))
  expect(kept).toEqual([
    ...['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17'],
    ...['2026-11-15', '2026-11-08'],
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
  ])
})

test('of a day the newest stays, the newest of all always, and strange files are left alone', () => {
  expect(findExpiredBackups([day(0, 3), day(0, 9), 'notes.txt'], KEEP)).toEqual([day(0, 3)])
  expect(findExpiredBackups([day(9)], { daily: 0, weekly: 0, monthly: 0 })).toEqual([])
  // Days without a backup do not count, so that old backups survive a period without new ones.
  expect(findExpiredBackups([day(300), day(301)], KEEP)).toEqual([])
})

test('one that was made by hand is a backup, and stays however many there are', () => {
  const manual = manualArchiveName(new Date('2026-11-01T03:00:00Z'))
  expect(archiveTime(manual)).toEqual(new Date('2026-11-01T03:00:00Z'))
  expect(findExpiredBackups([day(0), day(1), manual], { daily: 1, weekly: 0, monthly: 0 })).toEqual([day(1)])
})
