import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../platform/config.server.ts'
import { authSecret } from '../verification/secrets.server.ts'

type Keys = Pick<Config, 'AUTH_SECRET'>

/** As better-auth's plug-in reads it when somebody signs in. */
export async function encrypt(config: Keys, data: string): Promise<string> {
  const { symmetricEncrypt } = await import('better-auth/crypto')
  return symmetricEncrypt({ key: authSecret(config), data })
}

export async function decrypt(config: Keys, data: string): Promise<string> {
  const { symmetricDecrypt } = await import('better-auth/crypto')
  return symmetricDecrypt({ key: authSecret(config), data })
}

/** 190 bits. */
export async function newSecret(): Promise<string> {
  const { generateRandomString } = await import('better-auth/crypto')
  return generateRandomString(32)
}

/** The time step whose code this is, of now or a neighbour of it (clocks differ); undefined when it is of none. */
export async function stepOf(secret: string, code: string): Promise<number | undefined> {
  const { createOTP } = await import('@better-auth/utils/otp')
  const otp = createOTP(secret)
  const now = Math.floor(Date.now() / STEP_MS)
  let found: number | undefined
  for (const step of [now - 1, now, now + 1])
    if (timingSafeEqual(digest(await otp.hotp(step)), digest(code))) found = step
  return found
}

const STEP_MS = 30_000
const digest = (text: string) => createHash('sha256').update(text).digest()

/** What apps read, from a picture or by a press: `otpauth://totp/…`. */
export async function uriOf(secret: string, issuer: string, account: string): Promise<string> {
  const { createOTP } = await import('@better-auth/utils/otp')
  return createOTP(secret).url(issuer, account)
}
