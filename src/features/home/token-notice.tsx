import { type ReactNode, useState } from 'react'
import { VerificationOutcome, VerifyEmail } from '../accounts/verification/verify-email.tsx'
import { ClaimForum } from '../roles/claim-forum.tsx'
import type { TokenSearch } from './token-search.ts'

/** Above the home page, for who comes by such a link. It stays when the token has left the address. */
export function TokenNotice({ search }: { search: TokenSearch }) {
  const [{ verify, verified, admin }] = useState(search)
  const notice = admin ? (
    <ClaimForum token={admin} />
  ) : verify ? (
    <VerifyEmail token={verify} />
  ) : (
    verified && <VerificationOutcome outcome={verified === 'yes' ? 'verified' : 'expired'} />
  )
  return notice && <Notice>{notice}</Notice>
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <section
      aria-live="polite"
      className="mb-10 grid max-w-3xl justify-items-start gap-3 rounded-lg border border-act bg-act-ground p-5 md:p-6"
    >
      {children}
    </section>
  )
}
