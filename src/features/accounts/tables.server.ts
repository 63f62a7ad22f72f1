import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely'
import { SESSION_TTL, SESSION_UPDATE_AGE } from './session/session-cookie.server.ts'

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

export const secondFactorTables = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

/** better-auth's names and ours. Clients can't set fields with `input: false`. */
export const tables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', ...times },
    additionalFields: {
      username: { type: 'string', required: false, input: true },
      // Set by routes.server.ts; inputs.ts drops them from requests.
      invite_id: { type: 'string', required: false, input: true },
      held_for: { type: 'string', required: false, input: true },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...times,
    },
    additionalFields: { remembered: { type: 'boolean', required: false, input: false } },
    expiresIn: SESSION_TTL,
    updateAge: SESSION_UPDATE_AGE,
    cookieCache: { enabled: false },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...times,
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', ...times },
    storeIdentifier: 'hashed',
    // sweepAccounts() cleans up: used links stay longer.
    disableCleanup: true,
  },
} as const

/** Our pool reads timestamps as ISO text; better-auth needs dates. */
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
