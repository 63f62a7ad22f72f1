import type { Services } from '../../../api/core/context.server.ts'
import { enqueueQuietly } from '../mail/jobs.server.ts'
import { verifiedToken } from '../session/session-cookie.server.ts'
import { sendSignInNotice } from './jobs.server.ts'
import { insertNotice } from './sign-in-notice-sql.server.ts'

interface SignIn {
  /** Of the answer that began the session. */
  headers: Headers
  /** A cookie of the browser tells that they have signed in with it before. */
  isKnown: boolean
}

/** Mails a member that somebody signed in with a browser never seen. */
export async function noticeSignIn(services: Services, { headers, isKnown }: SignIn): Promise<void> {
  const token = verifiedToken(decodeURIComponent(headers.get('set-auth-token') ?? ''), services.config)
  const notice_id = isKnown || !token ? undefined : await insertNotice(services.db, token)
  if (notice_id) await enqueueQuietly(services, sendSignInNotice, { notice_id })
}
