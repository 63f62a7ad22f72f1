import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Running } from './process.ts'

/** budgets.md: so many open streams on one node, one event to all. */
const STREAMS = 5000
const P99_BUDGET = 500
const KB_BUDGET = 30
const EVENTS_A_ROUND = 5
/** Connections that are being opened at the same time. */
const AT_ONCE = 100

/**
 * Opens 5,000 streams, tells all of them something over the database, as another node would, and reports when the
 * 99th of a hundred has it, and what a stream costs in resident memory.
 */
export async function measureLive(forum: Running, db: pg.Client, rounds: number): Promise<void> {
  const { port } = new URL(forum.origin)
  await fetch(`${forum.origin}/forum`)
  for (let n = 0; n < 20; n++) (await openStream(Number(port), () => {})).destroy()
  const before = await settledMemory(forum.pid)
  let onEvent = () => {}
  const sockets: Socket[] = []
  while (sockets.length < STREAMS) {
    const opening = Array.from({ length: AT_ONCE }, () => openStream(Number(port), () => onEvent()))
    sockets.push(...(await Promise.all(opening)))
  }
  const kilobytes = ((await settledMemory(forum.pid)) - before) / STREAMS
  const delays: number[] = []
  for (let n = 0; n < rounds * EVENTS_A_ROUND; n++)
    delays.push(
      ...(await tellAll(db, (listener) => {
        onEvent = listener
      })),
    )
  for (const socket of sockets) socket.destroy()
  const p99 = delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? Number.POSITIVE_INFINITY
  const verdict = p99 <= P99_BUDGET && kilobytes <= KB_BUDGET ? 'met' : 'MISSED'
  console.log(
    `live            ${STREAMS} streams, one event to all: p99 ${p99.toFixed(0)} ms (at most ${P99_BUDGET}), ` +
      `${kilobytes.toFixed(1)} KB a stream (at most ${KB_BUDGET})  ${verdict}`,
  )
}

/** Milliseconds from the NOTIFY to each stream's having the event. */
async function tellAll(db: pg.Client, listen: (listener: () => void) => void): Promise<number[]> {
  const delays: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const start = performance.now()
  listen(() => {
    if (delays.push(performance.now() - start) === STREAMS) resolve()
  })
  const event = { type: 'note_likes', id: '01890000-0000-7000-8000-000000000000' }
  const message = ['', { channel: 'live', message: { event } }]
  await db.query('select pg_notify($1, $2)', ['threshold', JSON.stringify(message)])
  await promise
  return delays
}

/** A stream without a client library, which would weigh more than what is measured. */
function openStream(port: number, onEvent: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.write(`GET /api/live HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/event-stream\r\n\r\n`)
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (text.includes('"open"')) resolve(socket)
      if (text.includes('"note_likes"')) onEvent()
    })
  })
}

/** Resident kilobytes of a process, once they stand still (Linux). */
async function settledMemory(pid: number): Promise<number> {
  await sleep(3000)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
}
