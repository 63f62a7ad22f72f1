import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely'
import { SESSION_TTL, SESSION_UPDATE_AGE } from './session/session-cookie.server.ts'

export const secondFactorTables = {
  user: { fields: columns('twoFactorEnabled') },
  twoFactor: { fields: columns('userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil') },
}

/** Maps better-auth's names to our tables. Clients can't set fields that have `input: false`. */
export const tables = {
  user: {
    modelName: 'users',
    fields: columns('emailVerified', 'createdAt', 'updatedAt'),
    additionalFields: {
      username: { type: 'string', required: false, input: true },
      // routes.server.ts sets these fields. inputs.ts strips them from requests.
      invite_id: { type: 'string', required: false, input: true },
      held_for: { type: 'string', required: false, input: true },
    },
  },
  session: {
    modelName: 'sessions',
    fields: columns('userId', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'),
    additionalFields: { remembered: { type: 'boolean', required: false, input: false } },
    expiresIn: SESSION_TTL,
    updateAge: SESSION_UPDATE_AGE,
    cookieCache: { enabled: false },
  },
  account: {
    modelName: 'accounts',
    fields: columns(
      ...['userId', 'accountId', 'providerId', 'accessToken', 'refreshToken', 'idToken'],
      ...['accessTokenExpiresAt', 'refreshTokenExpiresAt', 'createdAt', 'updatedAt'],
    ),
  },
  verification: {
    modelName: 'verifications',
    fields: columns('expiresAt', 'createdAt', 'updatedAt'),
    storeIdentifier: 'hashed',
    // sweepAccounts() deletes expired rows instead, because used links must work for longer.
    disableCleanup: true,
  },
} as const

/** Maps names to snake case, such as `userId` to `user_id`. */
function columns(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  )
}

/** Converts timestamps: our pool returns ISO strings, but better-auth needs Date objects. */
export class DatesPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map(withDates) }
  }
}

function withDates(row: UnknownRow): UnknownRow {
  const entries = Object.entries(row).map(([name, value]) => {
    const isTime = name.endsWith('_at') && typeof value === 'string'
    return [name, isTime ? new Date(value) : value]
  })
  return Object.fromEntries(entries)
}
