import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, unknownVariables } from './config.server.ts'
import { variables } from './config-variables.server.ts'
import { isOpenIdVariable } from './openid-providers.server.ts'

function problems(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('what is not set', () => {
  test('has a default that works on this machine', () => {
    expect(loadConfig({ DATA_DIR: '/srv/forum' })).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: 'postgresql://threshold@/threshold?host=%2Fsrv%2Fforum%2Frun',
      MAIL_FROM: 'Threshold <no-reply@localhost>',
      PRODUCT_NAME: 'Threshold',
      TRUSTED_PROXIES: [],
      RATE_LIMITS: true,
      LOG_LEVEL: 'info',
    })
  })

  test('may be set to nothing, as compose files do', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' }).PORT).toBe(3000)
  })

  test('asks the database itself where no pooler stands before it', () => {
    const url = 'postgresql://forum@db/forum'
    expect(loadConfig({ DATABASE_URL: url }).DATABASE_DIRECT_URL).toBe(url)
    const direct = 'postgresql://forum@db:5433/forum'
    expect(loadConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).DATABASE_DIRECT_URL).toBe(direct)
  })

  test('is found at the port that is set', () => {
    expect(loadConfig({ PORT: '8080' }).PUBLIC_URL).toBe('http://localhost:8080')
  })
})

test('docs/operations/configuration.md lists every variable, and there are at most 32', () => {
  const document = readFileSync('docs/operations/configuration.md', 'utf8')
  const table = document.matchAll(/^\| (`[A-Z].*?) \|/gm)
  const listed = Array.from(table, ([, names = '']) => names.match(/[A-Z0-9_]+/g) ?? []).flat()
  const own = listed.filter((name) => !isOpenIdVariable(name))
  expect(own.toSorted()).toEqual(Object.keys(variables.shape).toSorted())
  expect(listed.length).toBeGreaterThan(own.length)
  expect(listed.length).toBeLessThanOrEqual(32)
})

describe('a right value', () => {
  const RIGHT = [
    ['PUBLIC_URL', 'https://forum.example.org/', 'https://forum.example.org'],
    [
      'DATABASE_URL',
      'postgresql://threshold@/threshold?host=/run/pg',
      'postgresql://threshold@/threshold?host=/run/pg',
    ],
    ['REDIS_URL', 'valkey://cache:6379', 'valkey://cache:6379'],
    ['SMTP_URL', 'smtps://user:pass@mail.example.org', 'smtps://user:pass@mail.example.org'],
    ['MAIL_FROM', 'The Threshold <forum@example.org>', 'The Threshold <forum@example.org>'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['RATE_LIMITS', 'off', false],
    ['ROLE', 'jobs', 'jobs'],
    ['WORKERS', '4', 4],
    ['PORT', '0', 0],
  ] as const

  test('is taken', () => {
    for (const [name, value, expected] of RIGHT)
      expect.soft(loadConfig({ [name]: value })[name], name).toEqual(expected)
  })
})

test('a key for signing mails fits one line', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
  expect(loadConfig({ DKIM_KEY: key.replaceAll('\n', '\\n') }).DKIM_KEY).toBe(key)
})

describe('a wrong value is named, shown and told what is allowed', () => {
  const WRONG = [
    ['PORT', 'abc', 'PORT=abc is not allowed; allowed: a whole number from 0'],
    ['PORT', '65536', 'PORT=65536'],
    ['PORT', '-1', 'PORT=-1'],
    ['HOST', 'two words', 'HOST=two words'],
    ['PUBLIC_URL', 'forum.example.org', 'PUBLIC_URL=forum.example.org'],
    ['PUBLIC_URL', 'https://example.org/forum', 'allowed: an http or https address without a path'],
    ['DATABASE_URL', 'mysql://user:hunter2@db/forum', 'DATABASE_URL=mysql://user:***@db/forum'],
    ['REDIS_URL', 'http://cache', 'REDIS_URL=http://cache'],
    ['SMTP_URL', 'mail.example.org', 'SMTP_URL=mail.example.org'],
    ['MAIL_FROM', 'forum', 'MAIL_FROM=forum'],
    ['STAFF_EMAIL', 'nobody', 'STAFF_EMAIL=nobody'],
    ['S3_BUCKET', 'Up', 'S3_BUCKET=Up'],
    ['S3_BUCKET', 'avatars', 'S3_BUCKET is set without S3_ACCESS_KEY_ID'],
    ['S3_ENDPOINT', 'https://s3.example.org', 'S3_BUCKET is not set but other S3_ variables are'],
    ['DKIM_KEY', 'hunter2', 'DKIM_KEY=(7 characters, hidden) is not allowed; allowed: a private key in PEM'],
    ['AUTH_SECRET', 'short', 'AUTH_SECRET=(5 characters, hidden) is not allowed; allowed: at least 32'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN=(5 characters, hidden)'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES=10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'everybody', 'TRUSTED_PROXIES=everybody'],
    ['RATE_LIMITS', 'no', 'RATE_LIMITS=no is not allowed; allowed: on or off'],
    ['WORKERS', '0', 'WORKERS=0 is not allowed; allowed: a whole number from 1 to 64'],
    ['ROLE', 'worker', 'ROLE=worker is not allowed; allowed: web, jobs or all'],
    ['LOG_LEVEL', 'loud', 'allowed: fatal, error, warn, info, debug, trace or silent'],
  ] as const

  test('each alone', () => {
    for (const [name, value, message] of WRONG)
      expect.soft(problems({ [name]: value }), `${name}=${value}`).toEqual([expect.stringContaining(message)])
  })

  test('all of them at once', () => {
    expect(problems({ PORT: 'x', LOG_LEVEL: 'y', HOST: 'z z' })).toHaveLength(3)
  })
})

test.each([
  ['http://localhost:3000', 0],
  ['http://127.0.0.1:3000', 0],
  ['http://[::1]:3000', 0],
  ['http://forum.localhost', 0],
  ['https://forum.example.org', 1],
  ['http://10.0.0.1', 1],
])('limits cannot be off where strangers come: %s', (PUBLIC_URL, expected) => {
  expect(problems({ PUBLIC_URL, RATE_LIMITS: 'off' })).toHaveLength(expected)
})

test.each([
  ['BACKUP_SHEDULE', 'Did you mean BACKUP_SCHEDULE?'],
  ['TRUSTED_PROXY', 'Did you mean TRUSTED_PROXIES?'],
  ['PUBLIC_URI', 'Did you mean PUBLIC_URL?'],
  ['POTR', undefined],
  ['PORTS', 'Did you mean PORT?'],
  ['S3_USE_SSL', 'Ignoring unknown variable S3_USE_SSL.'],
  ['OIDC_SECRET_WORK', 'Ignoring unknown variable OIDC_SECRET_WORK.'],
  ['OIDC_CLIENT_SECRET_WORK', undefined],
  ['HOME', undefined],
  ['HOSTNAME', undefined],
  ['NODE_ENV', undefined],
])('of the unknown variable %s says %j', (name, warning) => {
  const warnings = unknownVariables({ [name]: 'x', PORT: '3000', PATH: '/bin' })
  expect(warnings).toEqual(warning ? [expect.stringContaining(warning)] : [])
})
