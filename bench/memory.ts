import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bearerOf } from './data.ts'
import { load, type Shot } from './load.ts'
import type { Running } from './process.ts'

/** budgets.md: megabytes of the app process at rest after so many mixed requests, hostile addresses among them. */
const BUDGET = 400
const REQUESTS = 100_000
const AT_ONCE = 20_000
const SECONDS_AT_REST = 20

/** Sends 100,000 requests, no two alike in a third of them, and reports what the process keeps. */
export async function measureMemory(forum: Running, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ id: string }>('select id from posts order by created_at desc limit 2000')
  const ids = rows.map(({ id }) => id)
  const before = await megabytes(forum.pid)
  for (let sent = 0; sent < REQUESTS; ) {
    const shots = Array.from({ length: AT_ONCE }, (_, n) => shot(sent + n, ids))
    const { requestsPerSecond } = await load(forum.origin, shots, 10)
    sent += Math.round(requestsPerSecond * 10)
  }
  const after = await megabytes(forum.pid)
  await sleep(SECONDS_AT_REST * 1000)
  const atRest = await megabytes(forum.pid)
  console.log(
    `memory          ${before.toFixed(0)} MB, ${after.toFixed(0)} MB after ${REQUESTS} requests, ` +
      `${atRest.toFixed(0)} MB at rest (at most ${BUDGET})  ${atRest <= BUDGET ? 'met' : 'MISSED'}`,
  )
}

function shot(n: number, ids: string[]): Shot {
  const id = ids[n % ids.length]
  const headers = { 'accept-encoding': ['br', 'gzip', 'identity'][n % 3] as string }
  const get = (path: string): Shot => ({ method: 'GET', path, headers })
  switch (n % 12) {
    case 0:
      return get(`/no-such-page-${n}-${'x'.repeat(n % 500)}`)
    case 1:
      return get(`/forum?x=${n}`)
    case 2:
      return get(`/api/profiles/nobody${n}`)
    case 3:
      return get(`/profile/member${n % 1000}?utm_source=${n}`)
    case 4:
      return get('/forum')
    case 5:
      return get(`/api/posts?limit=${1 + (n % 50)}&sort=top`)
    case 6:
      return { method: 'GET', path: '/api/me', headers: { authorization: `Bearer ${bearerOf(n % 60)}` } }
    default:
      return get(`/post/${id}`)
  }
}

/** Resident megabytes of a process (Linux). */
async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
