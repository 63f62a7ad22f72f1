import { useState } from 'react'
import { ClaimForum } from '../../accounts/roles/claim-forum.tsx'
import { VerificationOutcome, VerifyEmail } from '../../accounts/verification/verify-email.tsx'

/** Query parameters of a mailed or printed link to the site root. */
export interface TokenSearch {
  /** Token to verify an email address. */
  verify?: string | undefined
  /** Outcome of the form that works without script. */
  verified?: 'yes' | 'no' | undefined
  /** Token that makes the visitor the first admin. */
  admin?: string | undefined
}

/** Stays when the token is removed from the URL. */
export function TokenNotice({ search }: { search: TokenSearch }) {
  const [{ verify, verified, admin }] = useState(search)
  const notice = admin ? (
    <ClaimForum token={admin} />
  ) : verify ? (
    <VerifyEmail token={verify} />
  ) : (
    verified && <VerificationOutcome outcome={verified === 'yes' ? 'verified' : 'expired'} />
  )
  return (
    notice && (
      <section
        aria-live="polite"
        className="mb-10 grid max-w-3xl justify-items-start gap-3 rounded-lg border border-act bg-act-ground p-5 md:p-6"
      >
        {notice}
      </section>
    )
  )
}
