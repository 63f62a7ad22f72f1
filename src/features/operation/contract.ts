import { oc } from '@orpc/contract'
import * as z from 'zod'
import { rateLimited } from '../../api/core/rate-limited.ts'
import { MANAGE_RATE_LIMIT } from '../manage/policy.ts'
import { figuresSchema } from './figures.ts'
import { DAY_COUNTS, DAYS } from './policy.ts'

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

/** For admins. Nothing in it is of anybody. */
export const operation = oc.tag('Operation').router({
  figures: oc
    .route({ method: 'GET', path: '/operation', summary: 'How the forum runs, and what to do about it' })
    .output(figuresSchema),
  days: oc
    .route({ method: 'GET', path: '/operation/days', summary: 'What was counted on each of the last days' })
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
    .route({ method: 'GET', path: '/operation/release', summary: 'What is new in this version' })
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
    })
    .output(
      z.object({
        items: z.array(failedJobSchema),
        next: z.null(),
        kinds: z
          .array(z.object({ kind: z.string(), failed: z.int() }))
          .meta({ description: 'Of all that were given up, also of those that are not among the items.' }),
      }),
    ),
  retryJob: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/operation/failed-jobs/{id}/retry',
      summary: 'Have a job tried once more. Asked again it changes nothing.',
    })
    .input(z.object({ id: z.uuid() }))
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
  retryKind: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/operation/failed-jobs/kinds/{kind}/retry',
      summary: 'Have all failed jobs of a kind tried once more. Asked again it changes nothing.',
    })
    .input(z.object({ kind: z.string().min(1).max(100) }))
    .output(z.object({ kind: z.string(), retried: z.int() })),
  discardJob: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path: '/operation/failed-jobs/{id}',
      summary: 'Forget a job that was given up',
    })
    .input(z.object({ id: z.uuid() }))
    .errors(NOT_FOUND)
    .output(z.object({ id: z.uuid() })),
})

export type FailedJob = z.infer<typeof failedJobSchema>
export type DayFigures = z.infer<typeof daySchema>
