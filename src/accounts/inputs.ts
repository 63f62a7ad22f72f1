import * as z from 'zod'
import { passkeyAnswerSchema } from './passkeys/schema.ts'
import {
  INVALID_EMAIL,
  INVALID_USERNAME,
  isEmail,
  isUsername,
  LONG_PASSWORD,
  MISSING_PASSWORD,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SHORT_PASSWORD,
  toAsciiAddress,
} from './policy.ts'
import {
  INVALID_CODE,
  INVALID_RECOVERY_CODE,
  isCode,
  isRecoveryCode,
  toCode,
  toRecoveryCode,
} from './second-factor/policy.ts'
import { proofSchema } from './sign-in/challenge-schema.ts'

/** Email address, normalized to lower case and ASCII before it is stored or compared. */
const email = z.string().trim().toLowerCase().overwrite(toAsciiAddress).refine(isEmail, INVALID_EMAIL)
export const usernameSchema = z.string().trim().refine(isUsername, INVALID_USERNAME)
const newPassword = z.string().min(PASSWORD_MIN, SHORT_PASSWORD).max(PASSWORD_MAX, LONG_PASSWORD)
const password = z.string().min(1, MISSING_PASSWORD).max(PASSWORD_MAX, 'Invalid email or password')
const token = z.string().min(1).max(200)
/** Makes a field optional. Forms send '' for empty fields. */
const optional = (schema: z.ZodType<string>) => z.preprocess((value) => value || undefined, schema.optional())

export const inputs = {
  /** `invite` is an invite token or the whole link. */
  signUp: z.object({
    username: optional(usernameSchema),
    email,
    password: newPassword,
    invite: optional(z.string().max(500)),
    website: z.string().max(2000).optional().meta({
      description: 'Leave empty: a hidden field that detects bots',
    }),
    // A malformed proof is treated as missing.
    proof: proofSchema.optional().catch(undefined).meta({
      description: 'Solution of the challenge, if one was given',
    }),
  }),
  /** `ticket`: see `createConnectTicket` (openid/cookies.server.ts). */
  openIdLeave: z.object({
    redirect: z.string().max(2000).optional(),
    ticket: z.string().max(2000).optional(),
  }),
  openIdSignUp: z.object({ username: usernameSchema, invite: optional(z.string().max(500)) }),
  passkeyChallenge: z.object({}),
  passkeySignIn: passkeyAnswerSchema,
  signUpChallenge: z.object({
    always: z.boolean().optional().meta({
      description:
        'Return a challenge even if none is required now: for a sign-up refused with SERVICE_UNAVAILABLE',
    }),
  }),
  signIn: z.object({ email, password, rememberMe: z.boolean().optional() }),
  verifyCode: z.object({ code: z.string().max(20).refine(isCode, INVALID_CODE).transform(toCode) }),
  verifyRecoveryCode: z.object({
    code: z.string().max(40).refine(isRecoveryCode, INVALID_RECOVERY_CODE).transform(toRecoveryCode),
  }),
  signOut: z.object({}),
  sendVerification: z.object({ email }),
  verifyEmail: z.object({ token }),
  requestReset: z.object({ email }),
  resetPassword: z.object({
    token,
    newPassword,
    endAccess: z.boolean().optional().meta({
      description: 'Also removes my passkeys, connected accounts and access tokens',
    }),
  }),
}
