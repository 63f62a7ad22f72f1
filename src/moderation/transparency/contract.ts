import { oc } from '@orpc/contract'
import * as z from 'zod'
import { ACTION_NAMES, TARGET_KINDS } from '../log/policy.ts'
import { ORIGINS } from '../origin.ts'
import { REPORT_REASONS, REPORTED_KINDS } from '../reports/policy.ts'
import { PERIOD } from './policy.ts'

const seconds = z.number().nullable()
const count = z.int()

const reportsSchema = z.object({
  total: count,
  items: z.array(z.object({ reason: z.enum(REPORT_REASONS), kind: z.enum(REPORTED_KINDS), count })),
})

const casesSchema = z.object({
  upheld: count,
  rejected: count,
  moot: count.meta({ description: 'The content was deleted before a decision.' }),
  open: count.meta({ description: 'Reported in the period and still open.' }),
  median_seconds: seconds.meta({ description: 'Median time from the first report to the decision.' }),
})

const holdsSchema = z.object({
  total: count,
  automatic: count.meta({ description: 'Held by the forum: by a watched word or a rule for new members.' }),
})

const actionsSchema = z.object({
  total: count,
  items: z.array(
    z.object({
      action: z.enum(ACTION_NAMES),
      kind: z.enum(TARGET_KINDS),
      rule: z.string().nullable(),
      origin: z.enum(ORIGINS),
      is_automatic: z.boolean().meta({ description: 'true: the forum acted, without a moderator.' }),
      count,
    }),
  ),
})

const appealsSchema = z.object({
  received: count,
  granted: count,
  rejected: count,
  moot: count.meta({ description: 'The action was reversed before a decision.' }),
  median_seconds: seconds.meta({ description: 'Median time from the appeal to the decision.' }),
})

export const transparencyContract = oc.tag('Moderation').router({
  read: oc
    .route({
      method: 'GET',
      path: '/moderation/transparency',
      summary: 'Get the transparency report of a year or month',
      description:
        'Counts for articles 15 and 24 of the EU Digital Services Act. No personal data. Years and months are in UTC.',
    })
    .input(
      z.object({
        period: z
          .string()
          .regex(PERIOD)
          .optional()
          .meta({ description: 'YYYY or YYYY-MM; the current year by default' }),
      }),
    )
    .output(
      z.object({
        period: z.string(),
        from: z.iso.date(),
        to: z.iso.date().meta({ description: 'The first day after the period.' }),
        first_year: z.int().meta({ description: 'The year of the first report or action.' }),
        reports: reportsSchema,
        cases: casesSchema,
        holds: holdsSchema.meta({ description: 'Posts, comments and notes that needed approval.' }),
        actions: actionsSchema,
        appeals: appealsSchema,
      }),
    ),
})

type Outputs = NonNullable<(typeof transparencyContract.read)['~orpc']['outputSchema']>
export type TransparencyReport = z.infer<Outputs>
