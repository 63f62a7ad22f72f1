import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { bearerOf } from '../tests/filled-forum/data.ts'
import { type Attack, attacks } from './attacks.ts'
import type { RunningForum } from './process.ts'

/** Budget in ms: 99th percentile for GET /api/me and for commenting during an attack. */
const P99_BUDGET = 300
const MEMBERS = 60
const CSRF = 'benchbenchbenchbenchbenchbench32'

interface AttackTimings {
  milliseconds: number[]
  refused: number
}

/** Attacks a forum with rate limits from ten IP addresses, and prints what members experience meanwhile. */
export async function measureHostile(forum: RunningForum, db: pg.Client, seconds: number): Promise<void> {
  const port = Number(new URL(forum.origin).port)
  const { rows } = await db.query<{ id: string }>('select id from posts order by created_at desc limit 50')
  const posts = rows.map(({ id }) => id)
  for (const attack of await attacks(db)) {
    await measureAttack(attack, { port, posts, seconds })
    // Gives the forum time to finish the work that this attack caused.
    await sleep(2000)
  }
}

interface Conditions {
  port: number
  /** Ids of the posts on which members comment. */
  posts: string[]
  seconds: number
}

// Members take turns across all attacks, because a member who commented in each would reach a rate limit.
let turn = 0

/** Attacks, measures members meanwhile, and prints the result. `meanwhile` runs at the same time. */
export async function measureAttack(
  attack: Attack,
  { port, posts, seconds }: Conditions,
  meanwhile = async () => {},
): Promise<void> {
  const commentInTurn = () => comment(port, turn++, posts)
  for (let n = 0; n < 5; n++) await Promise.all([askMe(port, n), commentInTurn()])
  const attackers = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { attack, port } })
  await sleep(500)
  const until = performance.now() + seconds * 1000
  const [me, comments] = await Promise.all([
    watch(until, 50, (n) => askMe(port, n)),
    watch(until, 250, commentInTurn),
    meanwhile(),
  ])
  report(attack, me, comments, await endOf(attackers))
}

async function endOf(attackers: Worker): Promise<Record<string, number>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, number>>()
  attackers.once('message', resolve)
  attackers.postMessage('over')
  return promise
}

/** Sends requests at a fixed rate. Waiting for each response would hide slow ones by sending fewer. */
async function watch(
  until: number,
  every: number,
  ask: (n: number) => Promise<number>,
): Promise<AttackTimings> {
  const seen: AttackTimings = { milliseconds: [], refused: 0 }
  const asked: Promise<void>[] = []
  for (let n = 0; performance.now() < until; n++) {
    const start = performance.now()
    asked.push(
      ask(n).then((status) => {
        seen.milliseconds.push(performance.now() - start)
        if (status >= 300) seen.refused++
      }),
    )
    await sleep(every)
  }
  await Promise.all(asked)
  return seen
}

function askMe(port: number, n: number): Promise<number> {
  return ask(port, n, 'GET', '/api/me')
}

function comment(port: number, n: number, posts: string[]): Promise<number> {
  const content = `A comment while the forum is under attack, number ${n}.`
  return ask(port, n, 'POST', `/api/posts/${posts[n % posts.length]}/comments`, JSON.stringify({ content }))
}

/** Sends a member's request from the member's own IP address, so that guests' rate limits do not apply. */
function ask(port: number, n: number, method: string, path: string, body?: string): Promise<number> {
  const member = n % MEMBERS
  const headers = {
    authorization: `Bearer ${bearerOf(member)}`,
    'content-type': 'application/json',
    'x-csrf-token': CSRF,
  }
  const { promise, resolve } = Promise.withResolvers<number>()
  const options = { host: '127.0.0.1', port, localAddress: `127.0.2.${member + 1}`, method, path, headers }
  const call = request({ ...options, agent: false }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  call.on('error', () => resolve(599))
  call.end(body)
  return promise
}

function report(attack: Attack, me: AttackTimings, comments: AttackTimings, answers: Record<string, number>) {
  const [forMe, forComments] = [p99(me), p99(comments)]
  const refused = me.refused + comments.refused
  const met = forMe <= P99_BUDGET && forComments <= P99_BUDGET && refused === 0
  const guests = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
  console.log(
    `hostile         ${attack.name.padEnd(20)} me p99 ${forMe.toFixed(0).padStart(5)} ms, comment p99 ` +
      `${forComments.toFixed(0).padStart(5)} ms (at most ${P99_BUDGET}), ${refused} of ` +
      `${me.milliseconds.length + comments.milliseconds.length} refused  ${met ? 'met' : 'MISSED'}` +
      `   guests: ${guests.join(', ') || 'none'}`,
  )
}

function p99({ milliseconds }: AttackTimings): number {
  return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.99)] ?? 0
}
