import type { Services } from '../../core/context.server.ts'
import { addressGroup, addressNetwork } from '../../platform/http/address.server.ts'

/** Share of `signUpMails` for one network: by default 60 of 300 mails an hour, enough for a class. */
const SHARE = 1 / 5

/**
 * Reason for an email to an unverified address. Each has its own `signUpMails` limit per hour, so that automated
 * sign-ups (`unproven`) can't block people and members.
 * - `unproven`: a sign-up, or a repeated mail for one
 * - `proven`: a sign-up with a solved challenge or an invite
 * - `member`: a member who changes their address
 */
export type MailAllowance = 'unproven' | 'proven' | 'member'

/** Counts a mail in total and per network, as a sender may have many addresses. Returns 0, or the seconds to wait. */
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
  if (wait > 0) log.warn({ wait, allowance, signUpMails }, 'too many emails to unverified addresses')
  return wait
}

/** Returns the mailbox, to count mails. Gmail ignores dots: "k.im+x@googlemail.com" is "kim@gmail.com". */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()]
  const plain = name.replace(/(?<=.)\+.*$/, '').toLowerCase()
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
