import { oc } from '@orpc/contract'
import * as z from 'zod'
import { rateLimited } from '../../api/core/rate-limited.ts'
import { MANAGE_RATE_LIMIT } from '../manage/rate-limit.ts'
import { DAY_COUNTS, DAYS, STATES } from './policy.ts'

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
  refused_today: z.int(),
  waiting: z.int(),
  stopped_addresses: z.int().meta({ description: 'That refused three mails in a row and get none unasked.' }),
  sign,
})

const backupSchema = z.object({
  schedule: z.string().nullable(),
  to: z.string().meta({ description: 'A folder, or `bucket`.' }),
  newest: z.object({ made_at: z.iso.datetime(), bytes: z.int() }).nullable(),
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
  replica_lag_seconds: z.number().nullable(),
  is_replica_left_out: z.boolean().nullable(),
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

const figuresSchema = z.object({
  version: z.string(),
  migration: z.string(),
  at: z.iso.datetime().meta({ description: 'When it was read: every 15 seconds at most.' }),
  jobs: jobsSchema,
  mail: mailSchema,
  backup: backupSchema,
  storage: storageSchema,
  cache: cacheSchema,
  nodes: z.array(nodeSchema),
  statements: statementsSchema,
})

const failedJobSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  added_at: z.iso.datetime(),
  failed_at: z.iso.datetime(),
  attempts: z.int(),
  error: z
    .string()
    .meta({ description: 'Its class and first line, without addresses, names in quotes and numbers.' }),
})

const daySchema = z.object({
  day: z.iso.date(),
  ...(Object.fromEntries(DAY_COUNTS.map((kind) => [kind, z.int()])) as Record<
    (typeof DAY_COUNTS)[number],
    z.ZodInt
  >),
})

const NOT_FOUND = { NOT_FOUND: { message: 'There is no such job any more.' } }
const tags = ['Operation']

/** For admins. Nothing in it is of anybody. */
export const operation = {
  figures: oc
    .route({
      method: 'GET',
      path: '/operation',
      summary: 'How the forum runs, and what to do about it',
      tags,
    })
    .output(figuresSchema),
  days: oc
    .route({
      method: 'GET',
      path: '/operation/days',
      summary: 'What was counted on each of the last days',
      tags,
    })
    .input(
      z.object({
        days: z.coerce
          .number()
          .pipe(z.union(DAYS.map((days) => z.literal(days)) as [z.ZodLiteral<30>, z.ZodLiteral<90>]))
          .default(30),
      }),
    )
    .output(z.object({ items: z.array(daySchema), next: z.null() })),
  release: oc
    .route({ method: 'GET', path: '/operation/release', summary: 'What is new in this version', tags })
    .output(
      z.object({
        version: z.string(),
        title: z.string(),
        groups: z.array(z.object({ title: z.string(), items: z.array(z.string()) })),
      }),
    ),
  failedJobs: oc
    .route({
      method: 'GET',
      path: '/operation/failed-jobs',
      summary: 'Jobs that were given up, the latest first',
      tags,
    })
    .output(z.object({ items: z.array(failedJobSchema), next: z.null() })),
  retryJob: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/operation/failed-jobs/{id}/retry',
      summary: 'Have a job tried once more. Asked again it changes nothing.',
      tags,
    })
    .input(z.object({ id: z.uuid() }))
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
  discardJob: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path: '/operation/failed-jobs/{id}',
      summary: 'Forget a job that was given up',
      tags,
    })
    .input(z.object({ id: z.uuid() }))
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
}

export type Figures = z.infer<typeof figuresSchema>
export type FailedJob = z.infer<typeof failedJobSchema>
export type DayFigures = z.infer<typeof daySchema>
export type Sign = z.infer<typeof sign>
