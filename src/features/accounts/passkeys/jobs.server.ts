import type { Services } from '../../../api/core/context.server.ts'
import { renderEmail } from '../../../platform/email.ts'
import { isolated } from '../../../platform/isolated.ts'
import { type Jobs, job } from '../../../platform/jobs.server.ts'
import type { Deliver } from '../../../platform/mail.server.ts'
import { findAddressee } from '../sql.server.ts'

interface About {
  user_id: string
  /** As its owner calls it. */
  name: string
}

export const sendPasskeyAdded = job<About>('send-passkey-added')
export const sendPasskeyRemoved = job<About>('send-passkey-removed')

/** The mails about passkeys: each is another way into the account. */
export function handlePasskeyJobs(
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
        action: { label: 'Open the settings', link: `${url}/settings#security` },
        outro: [
          'If it was not you, remove there what is not yours, sign out everywhere else, and choose another password.',
        ],
        signature: name,
      }),
    )
  }
  jobs.handle(sendPasskeyAdded, (about) =>
    tell(
      about,
      'A new passkey signs in to',
      (username) => `The passkey “${isolated(about.name)}” signs in as ${username} from now on.`,
    ),
  )
  jobs.handle(sendPasskeyRemoved, (about) =>
    tell(
      about,
      'A passkey signs in no more to',
      (username) =>
        `The passkey “${isolated(about.name)}” signs in as ${username} no more, and whoever was signed in with it is signed out.`,
    ),
  )
}
