import { expect, it } from 'vitest'
import { machineTime } from './relative-time.ts'

it.each([
  ['2026-11-21T10:00:00.123456Z', '2026-11-21T10:00:00.123Z'],
  ['2026-11-21T10:00:00.120000+00:00', '2026-11-21T10:00:00.120Z'],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
])('%s is a moment that HTML knows as %s', (iso, written) => expect(machineTime(iso)).toBe(written))
