import type { Services } from '../../../api/core/context.server.ts'
import { type Jobs, job } from '../../../platform/jobs.server.ts'
import type { Deliver } from '../../../platform/mail.server.ts'
import { type Addressee, findAddressee } from '../sql.server.ts'
import { recoveryCodeUsedEmail, secondFactorOffEmail, secondFactorOnEmail } from './emails.ts'

interface Member {
  user_id: string
}

export const sendSecondFactorOn = job<Member>('send-second-factor-on')
export const sendSecondFactorOff = job<Member & { by_staff?: true }>('send-second-factor-off')
export const sendRecoveryCodeUsed = job<Member>('send-recovery-code-used')

/** The mails about a second factor. */
export function handleSecondFactorJobs(
  { db, siteSettings }: Pick<Services, 'db' | 'siteSettings'>,
  jobs: Pick<Jobs, 'handle'>,
  deliver: Deliver,
): void {
  const toMember = async (id: string, send: (member: Addressee) => Promise<void> | void) => {
    const member = await findAddressee(db, id)
    if (member) await send(member)
  }
  jobs.handle(sendSecondFactorOn, ({ user_id }) =>
    toMember(user_id, (member) => deliver(secondFactorOnEmail(siteSettings.site, member))),
  )
  jobs.handle(sendSecondFactorOff, ({ user_id, by_staff = false }) =>
    toMember(user_id, (member) => deliver(secondFactorOffEmail(siteSettings.site, member, by_staff))),
  )
  jobs.handle(sendRecoveryCodeUsed, ({ user_id }) =>
    toMember(user_id, (member) => deliver(recoveryCodeUsedEmail(siteSettings.site, member))),
  )
}
