import { useEffect, useState } from 'react'
import { errorCode, errorMessage } from '../../core/api-error.ts'
import { client } from '../../core/client.ts'
import { CLAIM_MINUTES } from './policy.ts'

/** Milliseconds after which a claim is renewed, three minutes before it expires. */
const RENEW_MS = (CLAIM_MINUTES - 3) * 60_000

export type CaseClaim = ReturnType<typeof useClaim>

/**
 * Claims a case when the viewer first acts on it, for example by typing a reason. Renews the claim, and releases it
 * when the viewer leaves the case. `notice` names another moderator who has claimed it.
 */
export function useClaim(id: string, isOpen: boolean) {
  const [hasActed, setActed] = useState(false)
  const [notice, setNotice] = useState<string>()
  useEffect(() => {
    if (!hasActed || !isOpen) return
    const claim = async () => {
      try {
        await client.moderationCases.claim({ id })
        setNotice(undefined)
      } catch (error) {
        if (errorCode(error) === 'CONFLICT') setNotice(errorMessage(error))
      }
    }
    let latest = claim()
    const timer = setInterval(() => {
      latest = claim()
    }, RENEW_MS)
    return () => {
      clearInterval(timer)
      // Waits for the claim, which would otherwise arrive after its release. After a decision, this has no effect.
      void latest.then(() => client.moderationCases.release({ id })).catch(() => undefined)
    }
  }, [id, hasActed, isOpen])
  return { hasActed, act: () => setActed(true), notice }
}
