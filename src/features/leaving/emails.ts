import { renderEmail } from '../../platform/email.ts'
import { isolated } from '../../platform/isolated.ts'
import type { Site } from '../../platform/site.ts'
import { calendarDate } from '../../ui/format/relative-time.ts'
import type { Deletion } from './contract.ts'

/** To who leaves: until when, and how they stay. */
export function deletionEmail(site: Site, member: { email: string; username: string }, deletion: Deletion) {
  const words = deletion.keep_content
    ? 'What it wrote stays, without its name.'
    : 'What it wrote goes with it; where others have answered, an empty place stays.'
  return renderEmail({
    to: member.email,
    subject: `Your account at ${isolated(site.name)} will be deleted`,
    intro: [
      `${member.username} asked us to delete their account. That happens on ${calendarDate(deletion.delete_at)}. ${words}`,
      'Until then you can change your mind: sign in and press “Keep my account”.',
    ],
    action: { label: 'Sign in', link: `${site.url}/auth?redirect=%2Fsettings%23data` },
    outro: [
      'If it was not you, sign in, keep the account and choose another password: somebody else knows yours.',
    ],
    signature: site.name,
  })
}
