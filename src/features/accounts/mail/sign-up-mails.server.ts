import type { Services } from '../../../api/core/context.server.ts'
import { addressGroup, addressNetwork } from '../../../platform/address.server.ts'

/** One network gets this part of all the mails, so that it takes five to use them up: 60 an hour of 300, a class. */
const SHARE = 1 / 5

/**
 * Who asks for a mail to an unverified address. Each kind has `signUpMails` an hour of its own, so that a program that signs
 * up from a few networks closes neither sign-up to people nor a change of address to members.
 * - `unproven`: a sign-up without more, and another mail for one
 * - `proven`: a sign-up with a solved challenge or an invitation
 * - `member`: a member who changes their address
 */
export type MailAllowance = 'unproven' | 'proven' | 'member'

/**
 * Counts a mail to an unverified address, whose owner may never have heard of us: in total, because limits by sender and
 * mailbox do not stop somebody with many of both, and for the network that asks, so that it does not use up everything.
 * Returns 0, or the seconds to wait when there were too many.
 */
export async function consumeSignUpMail(
  { config, rateLimiter, log }: Pick<Services, 'config' | 'rateLimiter' | 'log'>,
  allowance: MailAllowance,
  address: string,
): Promise<number> {
  const { signUpMails } = config
  if (!config.RATE_LIMITS) return 0
  const keyOf = (who: string, times: number) => ({
    key: `mails to strangers, ${allowance}${who}`,
    rate: { times, seconds: 3600 },
  })
  const keys = [keyOf('', signUpMails)]
  const network = addressNetwork(address) || addressGroup(address)
  if (network) keys.push(keyOf(` ${network}`, Math.ceil(signUpMails * SHARE)))
  const wait = await rateLimiter.consume(keys)
  if (wait > 0) log.warn({ wait, allowance, signUpMails }, 'too many mails to strangers')
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
