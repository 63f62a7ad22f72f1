import type { Services } from '../../../api/core/context.server.ts'
import { addressGroup, addressNetwork } from '../../../platform/address.server.ts'

/** One network gets this part of all the mails, so that it takes five to use them up: 60 an hour of 300, a class. */
const SHARE = 1 / 5

/**
 * Counts a mail to somebody who may never have heard of us: an address that nobody has verified. All of them together,
 * because limits by sender and by mailbox do not stop who has many of both, and what we send in their name costs us the
 * trust of the mail servers; and those that one network asks for, so that it does not take what is there for everybody.
 * Answers 0, or the seconds to wait when there were too many (SIGN_UP_MAILS an hour).
 */
export async function consumeSignUpMail(
  { config, rateLimiter, log }: Pick<Services, 'config' | 'rateLimiter' | 'log'>,
  address: string,
): Promise<number> {
  const { RATE_LIMITS, SIGN_UP_MAILS } = config
  if (!RATE_LIMITS) return 0
  const keyOf = (who: string, times: number) => ({
    key: `mails to strangers${who}`,
    rate: { times, seconds: 3600 },
  })
  const keys = [keyOf('', SIGN_UP_MAILS)]
  const network = addressNetwork(address) || addressGroup(address)
  if (network) keys.push(keyOf(` ${network}`, Math.ceil(SIGN_UP_MAILS * SHARE)))
  const wait = await rateLimiter.consume(keys)
  if (wait > 0) log.warn({ wait, SIGN_UP_MAILS }, 'too many mails to strangers')
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
