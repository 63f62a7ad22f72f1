import type { Services } from '../../../api/core/context.server.ts'
import { renderEmail } from '../../../platform/email.ts'
import { type Jobs, job } from '../../../platform/jobs.server.ts'
import type { Deliver } from '../../../platform/mail.server.ts'
import { findAddressee } from '../sql.server.ts'

interface About {
  user_id: string
  /** As people call it. */
  provider: string
}

export const sendProviderConnected = job<About>('send-provider-connected')
export const sendProviderDisconnected = job<About>('send-provider-disconnected')

/** The mails about accounts elsewhere: each is another way into the account. */
export function handleOpenIdJobs(
  { db, siteSettings }: Pick<Services, 'db' | 'siteSettings'>,
  jobs: Pick<Jobs, 'handle'>,
  deliver: Deliver,
): void {
  const tell = async ({ user_id }: About, subject: string, say: (username: string) => string) => {
    const member = await findAddressee(db, user_id)
    if (!member) return
    const { name, url } = siteSettings.site
    await deliver(
      renderEmail({
        to: member.email,
        subject: `${subject} ${name}`,
        intro: [say(member.username), 'If that was you, there is nothing to do.'],
        action: { label: 'If it was not you, choose another password', link: `${url}/auth/forgot` },
        signature: name,
      }),
    )
  }
  jobs.handle(sendProviderConnected, (about) =>
    tell(
      about,
      `${about.provider} signs in to`,
      (username) => `An account at ${about.provider} signs in as ${username} from now on.`,
    ),
  )
  jobs.handle(sendProviderDisconnected, (about) =>
    tell(
      about,
      `${about.provider} signs in no more to`,
      (username) => `The account at ${about.provider} signs in as ${username} no more.`,
    ),
  )
}
