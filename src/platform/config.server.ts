import { resolve } from 'node:path'
import { z } from 'zod'
import {
  address,
  isNetwork,
  isOrigin,
  isPrivateKey,
  listed,
  mailbox,
  onOff,
  postgresUrl,
  url,
} from './config-formats.server.ts'
import { embeddedUrl } from './data-folder.server.ts'
import { isLoopback } from './loopback.server.ts'
import { type OpenIdProvider, openIdProviders } from './openid-providers.server.ts'

/** What the environment says, checked. The names are those of the variables. */
export type Config = z.output<typeof variables> & {
  /** Where the forum is found, without a slash at the end. */
  PUBLIC_URL: string
  /** The database given, else the embedded one of DATA_DIR. */
  DATABASE_URL: string
  /** Who our mails come from. */
  MAIL_FROM: string
  /** Where people have accounts with which they sign in here: OIDC_ISSUER and what belongs to it. */
  OIDC_PROVIDERS: readonly OpenIdProvider[]
}

/** Every wrong variable in one message: name, value (secrets hidden) and what is allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The configuration is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}

/** Reads and checks the environment; an empty variable counts as unset. Pure. Throws ConfigError. */
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

const secrets = new Set([
  'AUTH_SECRET',
  'DKIM_KEY',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
])

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65535)
    .default(3000)
    .describe('a whole number from 0 (any free port) to 65535'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .optional()
    .describe('an address or name of this machine, like 127.0.0.1'),
  PUBLIC_URL: url('http:', 'https:')
    .refine(isOrigin)
    .transform((text) => new URL(text).origin)
    .optional()
    .describe('an http or https address without a path, like https://forum.example.org'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .describe('a folder'),
  DATABASE_URL: postgresUrl(),
  DATABASE_REPLICA_URL: postgresUrl(),
  REDIS_URL: url('redis:', 'rediss:', 'valkey:', 'valkeys:').optional().describe('like redis://host:6379'),
  SMTP_URL: url('smtp:', 'smtps:').optional().describe('like smtp://user:password@host:587 or smtps://host'),
  MAIL_FROM: z.string().max(320).regex(mailbox).optional().describe('like Threshold <forum@example.org>'),
  DKIM_DOMAIN: z
    .string()
    .max(253)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional()
    .describe('the domain of MAIL_FROM, like example.org'),
  DKIM_SELECTOR: z
    .string()
    .max(63)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
    .optional()
    .describe('letters, digits, dots and hyphens, like forum2026'),
  DKIM_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine(isPrivateKey)
    .optional()
    .describe('a private key in PEM, whose lines may have \\n between them'),
  STAFF_EMAIL: z.string().max(254).regex(address).optional().describe('an e-mail address'),
  /** A sign-up every 12 s is more than a forum of this size sees, and less than mail servers take offence at. */
  SIGN_UP_MAILS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .default(300)
    .describe('a whole number from 1 to 999999'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .describe('3 to 63 small letters, digits, dots and hyphens'),
  S3_ENDPOINT: url('http:', 'https:').optional().describe('an http or https address'),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/)
    .default('auto')
    .describe('letters, digits and hyphens, like eu-central-1'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('the key the storage gave you'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('the secret the storage gave you'),
  PRODUCT_NAME: z.string().max(60).default('Threshold').describe('at most 60 characters'),
  /** Roles rest until their member has a second factor. */
  STAFF_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional').describe('optional or required'),
  AUTH_SECRET: z.string().min(32).optional().describe('at least 32 random characters'),
  METRICS_TOKEN: z.string().min(16).optional().describe('at least 16 characters'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listed)
    .refine((list) => list.every(isNetwork))
    .describe('addresses or networks with commas between, like 10.0.0.0/8, 192.0.2.7'),
  RATE_LIMITS: onOff('on'),
  /** Off only for measurements: every page is then made anew. */
  PAGE_CACHE: onOff('on'),
  /** Off takes the offline worker away from all browsers that have it. */
  OFFLINE: onOff('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
})

function wrongValues(issues: readonly z.core.$ZodIssue[], given: Record<string, string>): string[] {
  const names = new Set(issues.map((issue) => String(issue.path[0])))
  return [...names].map((name) => {
    const allowed = variables.shape[name as keyof typeof variables.shape].description
    return `${name}=${shown(name, given[name] ?? '')} is not allowed; allowed: ${allowed}`
  })
}

function withDefaults(given: z.output<typeof variables>): Omit<Config, 'OIDC_PROVIDERS'> {
  const PUBLIC_URL = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`
  const host = new URL(PUBLIC_URL).hostname
  return {
    ...given,
    PUBLIC_URL,
    DATABASE_URL: given.DATABASE_URL ?? embeddedUrl(given.DATA_DIR),
    MAIL_FROM: given.MAIL_FROM ?? `${given.PRODUCT_NAME.replace(/[<>"\r\n]/g, '')} <no-reply@${host}>`,
  }
}

/** Values that are fine alone but not together. */
function contradictions(config: Config): string[] {
  const problems = []
  const keys = [config.S3_ENDPOINT, config.S3_ACCESS_KEY_ID, config.S3_SECRET_ACCESS_KEY]
  if (!config.RATE_LIMITS && !isLoopback(new URL(config.PUBLIC_URL).hostname)) {
    problems.push(
      `RATE_LIMITS=off is not allowed with PUBLIC_URL=${config.PUBLIC_URL}; allowed: on, or a PUBLIC_URL on localhost`,
    )
  }
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
  const dkim = [config.DKIM_DOMAIN, config.DKIM_SELECTOR, config.DKIM_KEY]
  if (dkim.some(Boolean) && !dkim.every(Boolean)) {
    problems.push(
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY are not all set; allowed: all three or none of them',
    )
  }
  return problems
}

function shown(name: string, value: string): string {
  if (secrets.has(name)) return `(${value.length} characters, hidden)`
  return value.replace(/(:\/\/[^:@/?#]*:)[^@]*@/, '$1***@').replace(/(password=)[^&]*/i, '$1***')
}
