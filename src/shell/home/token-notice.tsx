import { useState } from 'react'
import { ClaimForum } from '../../accounts/roles/claim-forum.tsx'
import { VerificationOutcome, VerifyEmail } from '../../accounts/verification/verify-email.tsx'

/** Query parameters of links to the home page in mails and on the console. */
export interface TokenSearch {
  /** Token that verifies an email address. */
  verify?: string | undefined
  /** Result of a verification without JavaScript, which redirects here. */
  verified?: 'yes' | 'no' | undefined
  /** Token that makes the visitor the forum's first admin. */
  admin?: string | undefined
}

/** Handles the token, and remains after the token is removed from the URL. */
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
