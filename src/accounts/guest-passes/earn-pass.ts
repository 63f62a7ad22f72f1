import { csrfToken } from '../../platform/http/csrf.ts'
import type { Challenge } from '../sign-in/challenge-schema.ts'
import { solve } from '../sign-in/solve.ts'
import { GUEST_CHECK } from './policy.ts'

/** Solves a challenge, after which the browser has a pass as a cookie. Returns false if this failed. */
export async function earnPass(): Promise<boolean> {
  try {
    const answer = await fetch(GUEST_CHECK)
    if (!answer.ok) return false
    const challenge: Challenge = await answer.json()
    const body = JSON.stringify({ challenge, solution: await solve(challenge) })
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken() }
    return (await fetch(GUEST_CHECK, { method: 'POST', headers, body })).ok
  } catch {
    return false
  }
}

let latest: { at: number; pass: Promise<boolean> } | undefined
/** Milliseconds in which a pass is earned at most once. Browsers without cookies would need another each time. */
const PAUSE_MS = 60_000

/** Earns a pass once for all requests of the page that need one. Returns whether to repeat the request. */
export function earnSharedPass(): Promise<boolean> {
  const now = performance.now()
  if (!latest || now - latest.at > PAUSE_MS) latest = { at: now, pass: earnPass() }
  return latest.pass
}
