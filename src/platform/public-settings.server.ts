import type { Config } from './config.server.ts'

/** What a backup says of the configuration: names and values that are no secret and hold none. */
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
