import type { Services } from '../../api/context.server.ts'

/**
 * Counts a mail to somebody who may never have heard of us: an address that nobody has verified. All of them together,
 * because limits by sender and by mailbox do not stop who has many of both, and what we send in their name costs us the
 * trust of the mail servers. Answers 0, or the seconds to wait when there were too many (SIGN_UP_MAILS an hour).
 */
export function takeStrangersMail({
  config,
  limits,
  log,
}: Pick<Services, 'config' | 'limits' | 'log'>): number {
  if (!config.RATE_LIMITS) return 0
  const rate = { times: config.SIGN_UP_MAILS, seconds: 3600 }
  const wait = limits.take([{ key: 'mails to strangers', rate }])
  if (wait > 0) log.warn({ wait, SIGN_UP_MAILS: config.SIGN_UP_MAILS }, 'too many mails to strangers')
  return wait
}

/**
 * The mailbox that an address leads to, for limits alone: people sign in with what they typed. What follows a plus is the
 * owner's to choose, and Gmail (by its help pages) delivers with any dots. "k.im+x@googlemail.com" is "kim@gmail.com".
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()]
  const plain = name.replace(/(?<=.)\+.*$/, '').toLowerCase()
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
