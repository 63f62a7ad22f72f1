import * as z from 'zod'
import { PLACES, STATES } from './policy.ts'

const sign = z
  .object({ state: z.enum(STATES), advice: z.string() })
  .meta({ description: 'What the numbers beside it mean, and what to do about them.' })

const jobsSchema = z.object({
  waiting: z.int(),
  retrying: z.int().meta({ description: 'Of those that wait: failed, and to be tried again.' }),
  active: z.int(),
  failed: z.int().meta({ description: 'Given up, within the last day.' }),
  oldest_seconds: z
    .number()
    .nullable()
    .meta({ description: 'Since the oldest was added of those that were never tried.' }),
  kinds: z.array(z.object({ kind: z.string(), waiting: z.int(), failed: z.int() })),
  sign,
})

const mailSchema = z.object({
  goes: z.enum(['smtp', 'outbox']).meta({ description: 'outbox: into a folder, as no SMTP_URL is set.' }),
  sent_today: z.int(),
  refused_today: z.int().meta({ description: 'As their server says that there is no such address.' }),
  waiting: z.int(),
  oldest_seconds: z
    .number()
    .nullable()
    .meta({ description: 'Since the oldest that waits was added, also if it was tried.' }),
  held_back: z.int().meta({
    description:
      'That wait or were given up, as a mail server refuses them by its rules, not for the address.',
  }),
  stopped_addresses: z.int().meta({ description: 'That refused three mails in a row and get none unasked.' }),
  sign,
})

const backupSchema = z.object({
  schedule: z.string().nullable(),
  to: z.string().meta({ description: 'A folder, or `bucket`.' }),
  place: z
    .enum(PLACES)
    .meta({ description: 'read, or not yet, or it cannot be: `newest` is then what is known.' }),
  newest: z.object({ made_at: z.iso.datetime(), bytes: z.int() }).nullable(),
  read_at: z.iso.datetime().nullable(),
  age_seconds: z.number().meta({ description: 'Of the newest; of the forum where none is known.' }),
  sign,
})

const storageSchema = z.object({
  database_bytes: z.int(),
  tables: z.array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      rows: z.int().meta({ description: 'As the planner guesses.' }),
    }),
  ),
  files: z.string().meta({ description: 'A folder, or `bucket`.' }),
  is_database_here: z.boolean().meta({ description: 'Whether it is on the disk whose room is told.' }),
  disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }).nullable(),
  sign,
})

const cacheSchema = z
  .object({ hits: z.int(), misses: z.int(), sign })
  .meta({ description: 'Answers of the last hour, of the nodes that run.' })

const nodeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.string(),
  role: z.enum(['all', 'web', 'jobs']),
  started_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  silent_seconds: z.number().meta({ description: 'Since it was heard of, by the clock of the database.' }),
  is_away: z.boolean(),
  has_ended: z
    .boolean()
    .meta({ description: 'It is away, and another of its role has started since it was heard of.' }),
  memory_bytes: z.int(),
  migration: z.string().meta({ description: 'The newest one when it started.' }),
  event_lag_ms: z.number().nullable(),
  sign,
})

const statementsSchema = z.object({
  source: z.enum(['database', 'node']).meta({
    description:
      'database: pg_stat_statements, of all nodes; node: of the process that answered, since its start.',
  }),
  items: z.array(
    z.object({
      statement: z.string().meta({ description: 'Without values.' }),
      calls: z.int(),
      mean_ms: z.number(),
      max_ms: z.number(),
    }),
  ),
  sign,
})

const releaseSchema = z.object({
  version: z.string().meta({ description: 'With the commit or a sum of the build: `0.1.0+1feed67`.' }),
  migration: z.string().meta({ description: 'The newest one that the database has.' }),
  sign,
})

export const figuresSchema = z.object({
  release: releaseSchema,
  at: z.iso.datetime().meta({ description: 'When it was read: every 15 seconds at most.' }),
  jobs: jobsSchema,
  mail: mailSchema,
  backup: backupSchema,
  storage: storageSchema,
  cache: cacheSchema,
  nodes: z.array(nodeSchema),
  statements: statementsSchema,
})

export type Figures = z.infer<typeof figuresSchema>
export type Sign = z.infer<typeof sign>
