import type * as z from 'zod'
import type { RateLimit } from '../core/rate-limited.ts'
import {
  LINK_MAIL_RATE_LIMIT,
  LINK_TOKEN_RATE_LIMIT,
  SECOND_FACTOR_RATE_LIMIT,
  SIGN_IN_RATE_LIMIT,
  SIGN_OUT_RATE_LIMIT,
  SIGN_UP_RATE_LIMIT,
} from './contract.ts'
import { inputs } from './inputs.ts'
import { VERIFY_CODE, VERIFY_RECOVERY_CODE } from './second-factor/policy.ts'

export interface AuthOperation {
  input: z.ZodType
  limit: RateLimit
  /** Rounds the response time up to a multiple of a step, to hide whether an address has an account. */
  even?: boolean
  /** Responds after a fixed time and continues in the background, to hide the result. */
  detached?: boolean
  /** Sets a password, which must pass the password rules. */
  choosesPassword?: boolean
  /** The operation is the second step of a sign-in, after the password. */
  afterPassword?: boolean
  /** Requires a session. */
  asMember?: boolean
}

export const SIGN_IN_PATH = '/sign-in/email'
export const SIGN_UP_PATH = '/sign-up/email'

/** Allowlist of better-auth's endpoints. The others are blocked, because some change state on GET. */
export const AUTH_OPERATIONS: Record<string, AuthOperation> = {
  [SIGN_UP_PATH]: { input: inputs.signUp, limit: SIGN_UP_RATE_LIMIT, detached: true, choosesPassword: true },
  [SIGN_IN_PATH]: { input: inputs.signIn, limit: SIGN_IN_RATE_LIMIT, even: true },
  [VERIFY_CODE]: { input: inputs.verifyCode, limit: SECOND_FACTOR_RATE_LIMIT, afterPassword: true },
  [VERIFY_RECOVERY_CODE]: {
    input: inputs.verifyRecoveryCode,
    limit: SECOND_FACTOR_RATE_LIMIT,
    afterPassword: true,
  },
  '/sign-out': { input: inputs.signOut, limit: SIGN_OUT_RATE_LIMIT, asMember: true },
  '/send-verification-email': { input: inputs.sendVerification, limit: LINK_MAIL_RATE_LIMIT, detached: true },
  '/request-password-reset': { input: inputs.requestReset, limit: LINK_MAIL_RATE_LIMIT, detached: true },
  '/reset-password': { input: inputs.resetPassword, limit: LINK_TOKEN_RATE_LIMIT, choosesPassword: true },
}
