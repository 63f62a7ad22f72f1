import { sql } from 'kysely'
import { writeReport } from '../../../src/imports/manage/report-file.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'
import { withoutProof } from './security.ts'

/** Test cases for imports. Only admins may use them. */
export const imports: Cases = {
  'imports.list': async (world) => ({ input: {}, shows: await buildRun(world) }),
  'imports.report': async (world) => {
    const id = await buildRun(world)
    await writeReport(world.services.config, {
      ...{ run: id, source: 'nodebb', kinds: [], private_categories: [], is_complete: true },
      members: { without_password: 0, without_email: 0 },
      topics: { counted: 0, texts: 0, differences: 0, different: [], samples: [] },
      links: { dead: 0, missing_files: 0, links: [] },
      missing_files: [],
    })
    return { input: { id }, shows: 'import-report.html' }
  },
  'imports.report: one that is gone': async () => ({
    input: { id: newId() },
    shows: 'import-report.html',
  }),
  'imports.remove': async (world) => ({ input: { id: await buildRun(world) } }),
  'imports.remove: one that is gone': async () => ({ input: { id: newId() } }),
  'imports.remove: while one runs': async (world) => {
    const running = await buildRun(world, false)
    return {
      input: { id: await buildRun(world) },
      undo: () => world.db.deleteFrom('import_runs').where('id', '=', running).execute(),
    }
  },
  'imports.remove: without a fresh proof': async (world) => ({
    input: { id: await buildRun(world) },
    undo: await withoutProof(world),
  }),
}

async function buildRun({ db }: World, isFinished = true): Promise<string> {
  const id = newId()
  await sql`
    insert into import_runs (id, source, file_digest, seen_at, finished_at)
    values (${id}, 'nodebb', ${'a'.repeat(64)}, now(), case when ${isFinished} then now() end)`.execute(db)
  return id
}
