import { resolve } from 'node:path'
import { z } from 'zod'
import { readableName } from '../readable-name.ts'
import {
  address,
  isCron,
  isNetwork,
  isOrigin,
  isPrivateKey,
  mailbox,
  onOff,
  parseBackupRetention,
  postgresUrl,
  splitList,
  url,
  wholeNumber,
} from './config-formats.server.ts'

/** Names of variables whose values are never printed. */
export const secrets = new Set([
  'AUTH_SECRET',
  'DKIM_KEY',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
])

export const variables = z.object({
  PORT: wholeNumber(0, 65535, 3000).describe('a whole number from 0 (any free port) to 65535'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .optional()
    .describe('an address or hostname of this machine, like 127.0.0.1'),
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
  DATABASE_DIRECT_URL: postgresUrl(),
  REDIS_URL: url('redis:', 'rediss:', 'valkey:', 'valkeys:')
    .optional()
    .describe('like redis://:password@host:6379'),
  SMTP_URL: url('smtp:', 'smtps:').optional().describe('like smtp://user:password@host:587 or smtps://host'),
  MAIL_FROM: z.string().max(320).regex(mailbox).optional().describe('like Threshold <forum@example.org>'),
  DKIM_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine(isPrivateKey)
    .optional()
    .describe('a private key in PEM format; \\n is allowed for line breaks'),
  STAFF_EMAIL: z.string().max(254).regex(address).optional().describe('an email address'),
  ROLE: z.enum(['web', 'jobs', 'all']).default('all').describe('web, jobs or all'),
  /** Number of server processes on the port. Use one for each core that the database does not need. */
  WORKERS: wholeNumber(1, 64, 1),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .describe('3 to 63 lowercase letters, digits, dots and hyphens'),
  S3_ENDPOINT: url('http:', 'https:').optional().describe('an http or https address'),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/)
    .default('auto')
    .describe('letters, digits and hyphens, like eu-central-1'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('the access key of your storage'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('the secret key of your storage'),
  PRODUCT_NAME: z
    .string()
    .max(60)
    .superRefine(readableName('A name'))
    .default('Threshold')
    .describe('at most 60 characters'),
  /** With `required`, a staff role is inactive until the member sets up a second factor. */
  STAFF_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional').describe('optional or required'),
  AUTH_SECRET: z.string().min(32).optional().describe('at least 32 random characters'),
  METRICS_TOKEN: z.string().min(16).optional().describe('at least 16 characters'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(splitList)
    .refine((list) => list.every(isNetwork))
    .describe('addresses or networks separated by commas, like 10.0.0.0/8, 192.0.2.7'),
  BACKUP_SCHEDULE: z
    .string()
    .refine(isCron)
    .optional()
    .describe('minute, hour, day, month and weekday in UTC, like 20 3 * * *'),
  BACKUP_KEEP: z
    .string()
    .default('7 daily, 4 weekly, 6 monthly')
    .transform(parseBackupRetention)
    .refine((keep) => keep !== undefined)
    .describe('like 7 daily, 4 weekly, 6 monthly'),
  BACKUP_TO: z
    .string()
    .regex(/^(\/.+|bucket)$/)
    .optional()
    .describe('an absolute path, or bucket'),
  RATE_LIMITS: onOff('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
})
