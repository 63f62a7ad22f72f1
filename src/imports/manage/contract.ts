import { oc } from '@orpc/contract'
import * as z from 'zod'
import { requiresProof } from '../../core/requires-proof.ts'
import { KINDS } from '../records.ts'
import { IS_RUNNING, NO_REPORT, NO_RUN, RUN_STATES, RUNS_PAGE, UNDO_RATE_LIMIT } from './policy.ts'

const reasonsSchema = z.array(z.object({ reason: z.string(), count: z.int() }))

const figuresSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(KINDS),
      found: z.int(),
      imported: z.int(),
      skipped: reasonsSchema.meta({ description: 'What was left out, by reason.' }),
      failed: reasonsSchema,
      missing: z.int().meta({ description: 'Records that are not explained.' }),
    }),
  ),
  members: z.object({ without_password: z.int(), without_email: z.int() }),
  private_categories: z.array(z.string()).meta({ description: 'Categories that guests could not read.' }),
  different_topics: z.int().meta({ description: 'Discussions that differ from the dump.' }),
  dead_links: z
    .int()
    .nullable()
    .meta({ description: 'Links to pages of the former forum that lead nowhere. null: not checked.' }),
  missing_files: z
    .int()
    .nullable()
    .meta({ description: 'Links to files of the former forum. null: not checked.' }),
  is_complete: z.boolean(),
})

const runSchema = z.object({
  id: z.uuid(),
  source: z.string().meta({ description: 'The software, and the address of the former forum.' }),
  is_dry_run: z.boolean(),
  state: z.enum(RUN_STATES),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  undone_at: z.iso.datetime().nullable(),
  records: z.int().meta({ description: 'Rows read so far, or records written so far.' }),
  total: z.int().nullable().meta({ description: 'Records to write. null: the dump is still being read.' }),
  per_second: z.int(),
  seconds_left: z.int().nullable(),
  problem: z.string().nullable().meta({ description: 'Why the file could not be imported.' }),
  kept: z.int().nullable().meta({ description: 'Items that the undo kept, because they were used.' }),
  report: figuresSchema.nullable(),
  can: z.object({ undo: z.boolean() }),
})

const byId = z.object({ id: z.uuid() })

/** Imports from other forum software, for admins. The command line starts them. */
export const importsContract = oc.tag('Imports').router({
  list: oc
    .route({ method: 'GET', path: '/imports', summary: 'List imports, newest first' })
    .input(
      z.object({
        cursor: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(RUNS_PAGE).default(RUNS_PAGE),
      }),
    )
    .output(z.object({ items: z.array(runSchema), next: z.string().nullable() })),

  report: oc
    .route({
      method: 'GET',
      path: '/imports/{id}/report',
      summary: 'Read the report of an import, as HTML or JSON',
      outputStructure: 'detailed',
    })
    .input(byId.extend({ format: z.enum(['html', 'json']).default('html') }))
    .errors({ NOT_FOUND: { message: NO_REPORT } })
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),

  remove: requiresProof(UNDO_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/imports/{id}', summary: 'Undo an import in the background' })
    .input(byId)
    .errors({ NOT_FOUND: { message: NO_RUN }, CONFLICT: { message: IS_RUNNING } })
    .output(byId),
})

export type ImportRun = z.infer<typeof runSchema>
export type ImportFigures = z.infer<typeof figuresSchema>
