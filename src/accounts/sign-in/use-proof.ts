import { useRef, useState } from 'react'
import { signUpChallenge } from './auth-client.ts'
import type { Challenge, Proof } from './challenge-schema.ts'

/** Milliseconds to cache the response that no challenge is required. */
const FRESH_MS = 60_000
/** Milliseconds for which a proof must still be valid when it is sent. */
const SPARE_MS = 30_000

interface RequestedProof {
  at: number
  proof: Promise<Proof | undefined>
  isReady: boolean
}

/** Provides a proof of work while many people sign up. `renew` gets another proof, `forget` drops a used one. */
export function useProof() {
  const asked = useRef<RequestedProof>(undefined)
  const [isChecking, setChecking] = useState(false)
  const prepare = () => {
    asked.current ??= ask()
    return asked.current
  }
  const read = async () => {
    const proof = await waitFor(prepare())
    if (isGood(asked.current, proof)) return proof
    return renew()
  }
  const renew = (always = false) => {
    asked.current = ask(always)
    return waitFor(asked.current)
  }
  const waitFor = async ({ proof, isReady }: RequestedProof) => {
    if (!isReady) setChecking(true)
    try {
      return await proof
    } finally {
      setChecking(false)
    }
  }
  const forget = () => {
    asked.current = undefined
  }
  return { isChecking, prepare, read, renew, forget }
}

function ask(always = false): RequestedProof {
  const asked: RequestedProof = { at: performance.now(), proof: findProof(always), isReady: false }
  const ready = () => {
    asked.isReady = true
  }
  void asked.proof.then(ready)
  return asked
}

/** Returns undefined if no proof is required or on errors: the server may accept a sign-up without one. */
async function findProof(always: boolean): Promise<Proof | undefined> {
  try {
    const challenge = await signUpChallenge(always)
    if (!challenge) return undefined
    return await solveChallenge(challenge)
  } catch {
    return undefined
  }
}

function isGood(asked: RequestedProof | undefined, proof: Proof | undefined): boolean {
  if (proof) return proof.challenge.parameters.expiresAt * 1000 - Date.now() > SPARE_MS
  return asked !== undefined && performance.now() - asked.at < FRESH_MS
}

/** Milliseconds before giving up: ten times what a ten-year-old phone needs. */
const PATIENCE_MS = 60_000

/** Returns undefined if the browser can't solve the challenge (e.g. without https) or takes too long. */
function solveChallenge(challenge: Challenge): Promise<Proof | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
    const end = (proof?: Proof) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(proof)
    }
    const timer = setTimeout(end, PATIENCE_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Proof>) => end(data))
    worker.addEventListener('error', () => end())
    worker.postMessage(challenge)
  })
}
