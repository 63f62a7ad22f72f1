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

export async function isCodeOf(secret: string, code: string): Promise<boolean> {
  const { createOTP } = await import('@better-auth/utils/otp')
  return createOTP(secret).verify(code)
}

/** What apps read, from a picture or by a press: `otpauth://totp/…`. */
export async function uriOf(secret: string, issuer: string, account: string): Promise<string> {
  const { createOTP } = await import('@better-auth/utils/otp')
  return createOTP(secret).url(issuer, account)
}
