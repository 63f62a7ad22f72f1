import { oc } from '@orpc/contract'
import * as z from 'zod'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { figuresSchema } from './figures.ts'
import { DAY_COUNTS, DAYS, MAIL_GOES, TEST_EMAIL_RATE_LIMIT } from './policy.ts'

const failedJobSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  added_at: z.iso.datetime(),
  failed_at: z.iso.datetime(),
  attempts: z.int(),
  error: z
    .string()
    .meta({ description: 'Error class and first line, without addresses, quoted names and numbers.' }),
})

const daySchema = z.object({
  day: z.iso.date(),
  ...(Object.fromEntries(DAY_COUNTS.map((kind) => [kind, z.int()])) as Record<
    (typeof DAY_COUNTS)[number],
    z.ZodInt
  >),
})

const NOT_FOUND = { NOT_FOUND: { message: 'Job not found. It may have been retried or discarded.' } }

/** Figures about the operation of the forum, for admins. They contain no personal data. */
export const dashboardContract = oc.tag('Dashboard').router({
  figures: oc
    .route({ method: 'GET', path: '/dashboard', summary: 'Get the status of the forum, with advice' })
    .output(figuresSchema),
  days: oc
    .route({ method: 'GET', path: '/dashboard/days', summary: 'Get daily figures' })
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
    .route({ method: 'GET', path: '/dashboard/release', summary: 'Get the changes in this version' })
    .output(
      z.object({
        version: z.string(),
        title: z.string(),
        groups: z.array(z.object({ title: z.string(), items: z.array(z.string()) })),
      }),
    ),
  startBackup: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'POST', path: '/dashboard/backup', summary: 'Start a backup now' })
    .errors({ CONFLICT: { message: 'A backup is already running.' } })
    .output(z.object({ is_running: z.literal(true) })),
  sendTestEmail: rateLimited(TEST_EMAIL_RATE_LIMIT)
    .route({ method: 'POST', path: '/dashboard/test-email', summary: 'Send a test email to yourself' })
    .output(
      z.object({
        to: z.string(),
        goes: z.enum(MAIL_GOES),
        accepted: z.boolean(),
        response: z
          .string()
          .meta({ description: 'The mail server’s response, or the path of the file in the outbox folder.' }),
      }),
    ),
  failedJobs: oc
    .route({
      method: 'GET',
      path: '/dashboard/failed-jobs',
      summary: 'List failed jobs, newest first',
    })
    .output(
      z.object({
        items: z.array(failedJobSchema),
        next: z.null(),
        kinds: z
          .array(z.object({ kind: z.string(), failed: z.int() }))
          .meta({ description: 'Counts of all failed jobs, including those not in the items.' }),
      }),
    ),
  retryJob: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/dashboard/failed-jobs/{id}/retry',
      summary: 'Retry a failed job. Idempotent.',
    })
    .input(z.object({ id: z.uuid() }))
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
  retryKind: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/dashboard/failed-jobs/kinds/{kind}/retry',
      summary: 'Retry all failed jobs of a kind. Idempotent.',
    })
    .input(z.object({ kind: z.string().min(1).max(100) }))
    .output(z.object({ kind: z.string(), retried: z.int() })),
  discardJob: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path: '/dashboard/failed-jobs/{id}',
      summary: 'Discard a failed job',
    })
    .input(z.object({ id: z.uuid() }))
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
})

export type FailedJob = z.infer<typeof failedJobSchema>
export type DayFigures = z.infer<typeof daySchema>
