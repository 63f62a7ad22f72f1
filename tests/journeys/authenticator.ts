import { createOTP } from '@better-auth/utils/otp'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Simulates an authenticator app that knows the secret. */
export interface Authenticator {
  /** Returns the code that the app shows in `steps` × 30 s. Each code can be used only once. */
  code: (steps?: number) => Promise<string>
  /** Returns a code that is invalid now, and also in the 30 s before and after, whose codes are accepted. */
  wrongCode: () => Promise<string>
}

const HALF_MINUTE_MS = 30_000

/** Reads the secret that the page shows for manual entry. Returns an authenticator app that knows it. */
export async function readSecret(page: Page): Promise<Authenticator> {
  const key = page.getByRole('main').getByText(/^([A-Z2-7]{1,4} ?){10,}$/)
  await expect(key).toBeVisible()
  return authenticator((await key.innerText()).replaceAll(' ', ''))
}

/** Returns an authenticator app for a secret in base32. */
export function authenticator(secret: string): Authenticator {
  const otp = createOTP(fromBase32(secret))
  const code = (steps = 0) => otp.hotp(Math.floor(Date.now() / HALF_MINUTE_MS) + steps)
  const wrongCode = async () => {
    const shown = await Promise.all([-2, -1, 0, 1, 2].map(code))
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (each) => !shown.includes(each),
    ) as string
  }
  return { code, wrongCode }
}

/** Decodes base32 (RFC 4648) without padding, because the forum's secrets need none. */
function fromBase32(text: string): string {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
