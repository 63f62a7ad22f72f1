import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { embeddedUrl } from '../files/data-folder.server.ts'
import { isLoopback } from '../http/address.server.ts'
import { secrets, variables } from './config-variables.server.ts'
import { isOpenIdVariable, type OpenIdProvider, openIdProviders } from './openid-providers.server.ts'

/** The validated environment variables, under their own names, with defaults filled in. */
export type Config = z.output<typeof variables> & {
  PUBLIC_URL: string
  DATABASE_URL: string
  /** URL without a connection pooler, because LISTEN and session locks need a direct connection. */
  DATABASE_DIRECT_URL: string
  MAIL_FROM: string
  /** Maximum mails per hour to unverified addresses, for each kind of mail. Only tests change it. */
  signUpMails: number
  /** Allows requests to this machine for URLs that members or staff typed. Only tests change it. */
  allowsLoopbackRequests: boolean
  OIDC_PROVIDERS: readonly OpenIdProvider[]
}

/** An error that lists all invalid variables with their allowed values. Hides secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The configuration is invalid:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}

/** Reads the environment. An empty variable counts as unset. Throws ConfigError. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  )
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new ConfigError(wrongValues(parsed.error.issues, given))
  const { providers, problems: wrongProviders } = openIdProviders(env)
  const config = { ...withDefaults(parsed.data), OIDC_PROVIDERS: providers }
  const problems = [...contradictions(config), ...wrongProviders]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Returns a warning for each unknown variable that resembles ours: one typo per six letters, or `S3_…`. */
export function unknownVariables(env: Record<string, string | undefined>): string[] {
  const known = Object.keys(variables.shape)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || isOpenIdVariable(name)) return []
    const nearest = known.find((one) => distance(name, one) <= Math.ceil(one.length / 6))
    if (nearest) return [`Ignoring unknown variable ${name}. Did you mean ${nearest}?`]
    return GROUPS.test(name) ? [`Ignoring unknown variable ${name}.`] : []
  })
}

const GROUPS = /^(BACKUP|DKIM|OIDC|S3)_/

function wrongValues(issues: readonly z.core.$ZodIssue[], given: Record<string, string>): string[] {
  const names = new Set(issues.map((issue) => String(issue.path[0])))
  return [...names].map((name) => {
    const allowed = variables.shape[name as keyof typeof variables.shape].description
    return `${name}=${shown(name, given[name] ?? '')} is not allowed; allowed: ${allowed}`
  })
}

/** Mails per hour, one every 12 s: more than a forum of this size needs, and acceptable to mail servers. */
const SIGN_UP_MAILS = 300

function withDefaults(given: z.output<typeof variables>): Omit<Config, 'OIDC_PROVIDERS'> {
  const PUBLIC_URL = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`
  const host = new URL(PUBLIC_URL).hostname
  const DATABASE_URL = given.DATABASE_URL ?? embeddedUrl(given.DATA_DIR)
  return {
    ...given,
    PUBLIC_URL,
    DATABASE_URL,
    DATABASE_DIRECT_URL: given.DATABASE_DIRECT_URL ?? DATABASE_URL,
    signUpMails: SIGN_UP_MAILS,
    allowsLoopbackRequests: false,
    MAIL_FROM: given.MAIL_FROM ?? `${given.PRODUCT_NAME.replace(/[<>"\r\n]/g, '')} <no-reply@${host}>`,
  }
}

function contradictions(config: Config): string[] {
  const problems = []
  const keys = [config.S3_ENDPOINT, config.S3_ACCESS_KEY_ID, config.S3_SECRET_ACCESS_KEY]
  if (!config.RATE_LIMITS && !isLoopback(new URL(config.PUBLIC_URL).hostname)) {
    problems.push(
      `RATE_LIMITS=off is not allowed with PUBLIC_URL=${config.PUBLIC_URL}; allowed: on, or a PUBLIC_URL on localhost`,
    )
  }
  if (config.BACKUP_TO === 'bucket' && !config.S3_BUCKET)
    problems.push('BACKUP_TO=bucket is set without S3_BUCKET; allowed: a folder, or both')
  if (config.S3_BUCKET && !(config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY)) {
    problems.push(
      'S3_BUCKET is set without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; allowed: all three or none',
    )
  }
  if (!config.S3_BUCKET && keys.some(Boolean)) {
    problems.push(
      'S3_BUCKET is not set but other S3_ variables are; allowed: the name of the bucket, or none of them',
    )
  }
  return problems
}

function shown(name: string, value: string): string {
  if (secrets.has(name)) return `(${value.length} characters, hidden)`
  return value.replace(/(:\/\/[^:@/?#]*:)[^@]*@/, '$1***@').replace(/(password=)[^&]*/i, '$1***')
}

/** Returns the part of the configuration that backups contain, without secrets. */
export function publicSettings(config: Config): Record<string, unknown> {
  return Object.fromEntries(PUBLIC_SETTINGS.map((name) => [name, config[name]]))
}

const PUBLIC_SETTINGS = [
  'PUBLIC_URL',
  'PRODUCT_NAME',
  'MAIL_FROM',
  'STAFF_EMAIL',
  'S3_BUCKET',
  'S3_REGION',
  'STAFF_SECOND_FACTOR',
  'BACKUP_SCHEDULE',
  'BACKUP_TO',
  'TRUSTED_PROXIES',
  'LOG_LEVEL',
] as const
