import { useRef, useState } from 'react'
import { signUpChallenge } from './auth-client.ts'
import type { Proof } from './challenge-schema.ts'

/** That nothing is asked may change from one minute to the next. */
const FRESH_MS = 60_000
/** What is left of a proof's time when it is sent. */
const SPARE_MS = 30_000

interface Asked {
  at: number
  proof: Promise<Proof | undefined>
  isReady: boolean
}

/**
 * What has to come with a sign-up while strangers sign up in numbers. `prepare` begins with it when somebody turns to the
 * form; `read` waits for it, which `isChecking` tells, `renew` gets one that was not asked for (`always`), and `forget` is for after it was used.
 */
export function useProof() {
  const asked = useRef<Asked>(undefined)
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
  const waitFor = async ({ proof, isReady }: Asked) => {
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

function ask(always = false): Asked {
  const asked: Asked = { at: performance.now(), proof: findProof(always), isReady: false }
  const ready = () => {
    asked.isReady = true
  }
  void asked.proof.then(ready)
  return asked
}

/** Undefined where none is asked for; also where it cannot be had, as a sign-up without is better than none. */
async function findProof(always: boolean): Promise<Proof | undefined> {
  try {
    const challenge = await signUpChallenge(always)
    if (!challenge) return undefined
    const { solveChallenge } = await import('./solve-challenge.ts')
    return await solveChallenge(challenge)
  } catch {
    return undefined
  }
}

function isGood(asked: Asked | undefined, proof: Proof | undefined): boolean {
  if (proof) return proof.challenge.parameters.expiresAt * 1000 - Date.now() > SPARE_MS
  return asked !== undefined && performance.now() - asked.at < FRESH_MS
}
