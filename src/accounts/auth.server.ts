import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { bearer } from 'better-auth/plugins'
import { twoFactor } from 'better-auth/plugins/two-factor'
import * as z from 'zod'
import type { Services } from '../core/context.server.ts'
import { OverloadedError } from '../platform/outage.ts'
import { ADDRESS_HEADER, END_ACCESS_HEADER } from './forward-headers.server.ts'
import {
  enqueueQuietly,
  sendConfirmation,
  sendExistingAccount,
  sendPasswordChanged,
  sendPasswordReset,
  sendSignUpNotification,
} from './mail/jobs.server.ts'
import { consumeSignUpMail } from './mail/sign-up-mails.server.ts'
import { isEmail, PASSWORD_MAX, PASSWORD_MIN, RESET_TTL } from './policy.ts'
import { LOCK_SECONDS, MAX_FAILED_ATTEMPTS, VERIFY_CODE } from './second-factor/policy.ts'
import { matchCode } from './second-factor/secret.server.ts'
import { endPasswordlessAccess } from './security/end-access.server.ts'
import { SESSIONS_CHANNEL } from './session/session-cache.server.ts'
import {
  briefCookie,
  CHALLENGE_TTL,
  challengeCookie,
  cookieName,
  isSecure,
} from './session/session-cookie.server.ts'
import { forgetDevices } from './sign-in/devices.server.ts'
import type { Hashing } from './sign-in/hashing.server.ts'
import { isImportedHash, replaceImportedHash, verifyImported } from './sign-in/imported-password.server.ts'
import { deleteResetTokens, dropUnverifiedPassword, markVerified, reserveUsername } from './sql.server.ts'
import { DatesPlugin, secondFactorTables, tables } from './tables.server.ts'
import { authSecret, seal } from './verification/secrets.server.ts'

// better-auth uses z.email(), which would reject international top-level domains such as "xn--p1ai".
z.regexes.email.test = isEmail

export type Auth = ReturnType<typeof createAuth>

const ONE_MAIL_IN = 60

export function createAuth(services: Services, hashing: Hashing) {
  const { config, db, log } = services
  return betterAuth({
    appName: config.PRODUCT_NAME,
    baseURL: config.PUBLIC_URL,
    basePath: '/api/auth',
    secret: authSecret(config),
    database: { db: db.withPlugin(new DatesPlugin()), type: 'postgres' },
    ...tables,
    emailAndPassword: { ...passwords(services), password: hashedInTurn(hashing, db) },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user }, request) => {
        // routes.server.ts has already counted the first email of a sign-up. Only repeated ones count here.
        const isAgain = request?.url.endsWith('/send-verification-email')
        if (isAgain && (await consumeSignUpMail(services, 'unproven', addressOf(request))) > 0) return
        await enqueueQuietly(services, sendConfirmation, { user_id: user.id }, oneMail(user.id))
      },
    },
    databaseHooks: {
      user: {
        create: { after: (user) => enqueueQuietly(services, sendSignUpNotification, { user_id: user.id }) },
      },
      session: { create: { before: beforeSession(services) } },
    },
    plugins: [secondFactor(config), bearer({ requireSignature: true })],
    // core/errors.server.ts handles errors such as an unreachable database.
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    advanced: {
      // better-auth's prefix `__Secure-` would also accept cookies that were set by subdomains.
      useSecureCookies: false,
      cookies: {
        session_token: { name: cookieName(config) },
        two_factor: { name: challengeCookie(config) },
        dont_remember: { name: briefCookie(config) },
      },
      defaultCookieAttributes: { secure: isSecure(config.PUBLIC_URL) },
      database: { generateId: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    logger: { level: 'error', log: (_level, message, ...details) => log.error({ details }, message) },
    telemetry: { enabled: false },
  })
}

function secondFactor({ PRODUCT_NAME }: Services['config']) {
  return twoFactor({
    issuer: PRODUCT_NAME,
    schema: secondFactorTables,
    twoFactorTable: 'two_factors',
    twoFactorCookieMaxAge: CHALLENGE_TTL,
    accountLockout: { enabled: true, maxFailedAttempts: MAX_FAILED_ATTEMPTS, durationSeconds: LOCK_SECONDS },
  })
}

interface Owner {
  id: string
  emailVerified: boolean
}

function passwords(services: Services) {
  const { config, db } = services
  return {
    enabled: true,
    requireEmailVerification: true,
    minPasswordLength: PASSWORD_MIN,
    maxPasswordLength: PASSWORD_MAX,
    resetPasswordTokenExpiresIn: RESET_TTL,
    revokeSessionsOnPasswordReset: true,
    onExistingUserSignUp: async ({ user }: { user: Owner }, request?: Request) => {
      const { username } = (await request?.json()) ?? {}
      if (username) await reserveUsername(db, username)
      if (!user.emailVerified) await dropUnverifiedPassword(db, user.id)
      const kind = user.emailVerified ? sendExistingAccount : sendConfirmation
      await enqueueQuietly(services, kind, { user_id: user.id }, oneMail(user.id))
    },
    sendResetPassword: async ({ user, token }: { user: Owner; token: string }, request?: Request) => {
      if (!user.emailVerified && (await consumeSignUpMail(services, 'unproven', addressOf(request))) > 0)
        return
      const sealed_token = seal(authSecret(config), token)
      await enqueueQuietly(services, sendPasswordReset, { user_id: user.id, sealed_token }, oneMail(user.id))
    },
    onPasswordReset: async ({ user }: { user: Owner }, request?: Request) => {
      if (request?.headers.has(END_ACCESS_HEADER)) await endPasswordlessAccess(db, user.id)
      await markVerified(db, user.id)
      await deleteResetTokens(db, user.id)
      await forgetDevices(db, user.id)
      services.bus.publish(SESSIONS_CHANNEL, [user.id])
      await enqueueQuietly(services, sendPasswordChanged, { user_id: user.id })
    },
  }
}

/** Runs better-auth's password hashing (scrypt) in a queue. Responds 503 when the queue is full. */
function hashedInTurn(hashing: Hashing, db: Services['db']) {
  const inTurn = <T>(work: () => Promise<T>) =>
    hashing.hash(work).catch((error: unknown) => {
      if (!(error instanceof OverloadedError)) throw error
      throw new APIError('SERVICE_UNAVAILABLE', {}, { 'retry-after': String(error.seconds) })
    })
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) =>
      inTurn(() => (isImportedHash(given.hash) ? verifyAndReplace(db, given) : verifyPassword(given))),
  }
}

async function verifyAndReplace(db: Services['db'], { hash, password }: { hash: string; password: string }) {
  const isRight = await verifyImported(hash, password)
  if (isRight) await replaceImportedHash(db, hash, await hashPassword(password))
  return isRight
}

function beforeSession(services: Services) {
  return async ({ userId }: { userId: string }, context: (SignIn & { path?: string }) | null) => {
    if (context?.path === VERIFY_CODE) await takeOnce(services, userId, context.body?.code)
    return { data: sessionData(context, briefCookie(services.config)) }
  }
}

interface SignIn {
  body?: { rememberMe?: boolean; code?: string }
  headers?: Headers | undefined
}

/** Returns columns of a session. better-auth would store only the network part of an IPv6 address. */
function sessionData(signIn: SignIn | null, briefCookie: string) {
  const isBrief = signIn?.headers?.get('cookie')?.includes(`${briefCookie}=`)
  return {
    remembered: signIn?.body?.rememberMe !== false && !isBrief,
    ipAddress: signIn?.headers?.get(ADDRESS_HEADER) ?? '',
  }
}

/** Throws if the code was already used. Another person may have seen the code being typed. */
async function takeOnce(services: Services, userId: string, code: unknown): Promise<void> {
  if (await matchCode(services, userId, String(code))) return
  throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'This code was already used.' })
}

function addressOf(request: Request | undefined): string {
  return request?.headers.get(ADDRESS_HEADER) ?? ''
}

function oneMail(key: string) {
  return { once: { key, seconds: ONE_MAIL_IN } }
}
