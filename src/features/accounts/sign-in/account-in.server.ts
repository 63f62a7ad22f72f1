import type { Services } from '../../../api/core/context.server.ts'
import { mailboxOf } from '../mail/sign-up-mails.server.ts'
import { knownDevice } from './devices.server.ts'

/**
 * Counted as it is named, so that a limit tells nothing about whose it is: mails by mailbox, guesses from a device of the
 * account's owner apart from all others.
 */
export async function accountIn(services: Services, isSignIn: boolean, input: unknown, headers: Headers) {
  const email = emailIn(input)
  if (!email || !isSignIn) return email && mailboxOf(email)
  const device = await knownDevice(services, headers, email)
  return device ? `${email} on ${device}` : email
}

export function emailIn(input: unknown): string | undefined {
  return (input as { email?: string }).email
}

export function usernameIn(input: unknown): string | undefined {
  return (input as { username?: string }).username
}
