import * as z from 'zod'
import { MAIL_GOES, PLACES, STATES } from './policy.ts'

const sign = z
  .object({ state: z.enum(STATES), advice: z.string() })
  .meta({ description: 'What the numbers mean, and what to do about them.' })

const jobsSchema = z.object({
  waiting: z.int(),
  retrying: z.int().meta({ description: 'Waiting jobs that failed and will be retried.' }),
  active: z.int(),
  failed: z.int().meta({ description: 'Failed permanently within the last day.' }),
  oldest_seconds: z
    .number()
    .nullable()
    .meta({ description: 'Age of the oldest job that hasn’t been started.' }),
  kinds: z.array(z.object({ kind: z.string(), waiting: z.int(), failed: z.int() })),
  sign,
})

const mailSchema = z.object({
  goes: z.enum(MAIL_GOES).meta({ description: 'outbox: written to a folder because SMTP_URL is not set.' }),
  sent_today: z.int(),
  refused_today: z.int().meta({ description: 'Refused because the address does not exist.' }),
  waiting: z.int(),
  oldest_seconds: z
    .number()
    .nullable()
    .meta({ description: 'Age of the oldest waiting email, including retries.' }),
  held_back: z.int().meta({
    description:
      'Waiting or failed because a mail server refuses them by policy, not because of the address.',
  }),
  stopped_addresses: z.int().meta({
    description: 'Addresses that refused three emails in a row and no longer get any automatically.',
  }),
  sign,
})

const backupSchema = z.object({
  schedule: z.string().nullable(),
  to: z.string().meta({ description: 'A folder, or `bucket`.' }),
  place: z
    .enum(PLACES)
    .meta({ description: 'Whether the location could be read. If not, `newest` is the last known backup.' }),
  newest: z.object({ made_at: z.iso.datetime(), bytes: z.int() }).nullable(),
  read_at: z.iso.datetime().nullable(),
  age_seconds: z
    .number()
    .meta({ description: 'Age of the newest backup, or of the forum if there is none.' }),
  is_running: z.boolean(),
  sign,
})

const databaseSchema = z.object({
  version: z.string().meta({ description: 'Version of the PostgreSQL server: `18.4`.' }),
  started_at: z.iso.datetime(),
})

const moderationSchema = z.object({
  open_cases: z.int(),
  oldest_case_seconds: z.number().nullable().meta({ description: 'Age of the oldest open case.' }),
  decided: z.int().meta({ description: 'Cases decided in the last 30 days.' }),
  decision_seconds: z
    .number()
    .nullable()
    .meta({ description: 'Median time from the first report to the decision, in the last 30 days.' }),
  sign,
})

const webhooksSchema = z.object({
  active: z.int(),
  failing: z.int().meta({ description: 'Switched on, and the last delivery failed.' }),
  switched_off: z.int().meta({ description: 'Switched off by the forum because they failed for days.' }),
  waiting: z.int().meta({ description: 'Deliveries that are waiting for an attempt.' }),
  sign,
})

const storageSchema = z.object({
  database_bytes: z.int(),
  tables: z.array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      rows: z.int().meta({ description: 'Estimate of the query planner.' }),
    }),
  ),
  files: z.string().meta({ description: 'A folder, or `bucket`.' }),
  is_database_here: z.boolean().meta({ description: 'Whether the database is on the reported disk.' }),
  disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }).nullable(),
  sign,
})

const cacheSchema = z
  .object({ hits: z.int(), misses: z.int(), sign })
  .meta({ description: 'Responses of all running nodes in the last hour.' })

const crawlersSchema = z.object({
  guest_check: z.enum(['flood', 'always', 'never']).meta({ description: 'The setting.' }),
  is_flood: z.boolean(),
  last_flood_at: z.iso.datetime().nullable().meta({ description: 'Start of the latest flood in 100 days.' }),
  guests_checked: z.int().meta({ description: 'Requests refused today because the guest had no pass.' }),
  checks_solved: z.int().meta({ description: 'Passes given today.' }),
  checks_refused: z.int().meta({ description: 'Wrong, expired or repeated solutions today.' }),
  search_engine_reads: z
    .int()
    .meta({ description: 'Requests of verified search engines today that needed no pass.' }),
  sign,
})

const nodeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.string(),
  role: z.enum(['all', 'web', 'jobs']),
  started_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  silent_seconds: z.number().meta({ description: 'Time since its last report, by the database clock.' }),
  is_away: z.boolean(),
  has_ended: z
    .boolean()
    .meta({ description: 'It is not responding, and another node of its role has started since.' }),
  memory_bytes: z.int(),
  migration: z.string().meta({ description: 'The newest migration when it started.' }),
  event_lag_ms: z.number().nullable(),
  sign,
})

const statementsSchema = z.object({
  source: z.enum(['database', 'node']).meta({
    description:
      'database: pg_stat_statements, for all nodes; node: the responding process, since its start.',
  }),
  items: z.array(
    z.object({
      statement: z.string().meta({ description: 'Without parameter values.' }),
      calls: z.int(),
      mean_ms: z.number(),
      max_ms: z.number(),
    }),
  ),
  sign,
})

const releaseSchema = z.object({
  version: z.string().meta({ description: 'With the commit or a checksum of the build: `1.0.0+1feed67`.' }),
  migration: z.string().meta({ description: 'The newest migration in the database.' }),
  sign,
})

export const figuresSchema = z.object({
  release: releaseSchema,
  at: z.iso.datetime().meta({ description: 'When the figures were read, at most every 15 seconds.' }),
  jobs: jobsSchema,
  mail: mailSchema,
  backup: backupSchema,
  moderation: moderationSchema,
  webhooks: webhooksSchema,
  storage: storageSchema,
  database: databaseSchema,
  cache: cacheSchema,
  crawlers: crawlersSchema,
  nodes: z.array(nodeSchema),
  statements: statementsSchema,
})

export type Figures = z.infer<typeof figuresSchema>
export type Sign = z.infer<typeof sign>
