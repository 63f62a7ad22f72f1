import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../core/context.server.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { authSecret } from '../verification/secrets.server.ts'
import { consumeTimeStep, findSecondFactor } from './sql.server.ts'

type Keys = Pick<Config, 'AUTH_SECRET'>

/** Encrypts a secret in better-auth's format, because its plug-in must be able to decrypt it. */
export async function encrypt(config: Keys, data: string): Promise<string> {
  const { symmetricEncrypt } = await import('better-auth/crypto')
  return symmetricEncrypt({ key: authSecret(config), data })
}

export async function decrypt(config: Keys, data: string): Promise<string> {
  const { symmetricDecrypt } = await import('better-auth/crypto')
  return symmetricDecrypt({ key: authSecret(config), data })
}

export async function newSecret(): Promise<string> {
  const { generateRandomString } = await import('better-auth/crypto')
  return generateRandomString(32)
}

/** Returns the time step of a code: the current one or a neighbor, as clocks differ. Undefined for a wrong code. */
export async function findTimeStep(secret: string, code: string): Promise<number | undefined> {
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

export async function createTotpUri(secret: string, issuer: string, account: string): Promise<string> {
  const { createOTP } = await import('@better-auth/utils/otp')
  return createOTP(secret).url(issuer, account)
}

/** Returns true for a correct code. Accepts each code once, and none older than the last accepted one. */
export async function matchCode(
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const found = await findSecondFactor(db, userId)
  if (!found?.verified) return false
  const step = await findTimeStep(await decrypt(config, found.secret), code)
  return step !== undefined && consumeTimeStep(db, userId, step)
}
