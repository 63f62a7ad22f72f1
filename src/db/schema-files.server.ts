import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of `schema/` in the order they are run: tables and checks precede what refers to them. */
export const SCHEMA_AREAS = [
  'extensions',
  'text',
  'accounts',
  'profiles',
  'access',
  'concepts',
  'posts',
  'comments',
  'pictures',
  'votes',
  'follows',
  'notes',
  'messages',
  'notifications',
  'search_index',
  'search',
  'spelling',
  'moderation',
  'reports',
  'removals',
  'purges',
  'sanctions',
  'mail',
  'push',
  'site',
  'webhooks',
  'operations',
  'imports',
] as const

/** The folder `schema/`, when the forum runs from sources. */
export const SCHEMA_FOLDER = fileURLToPath(new URL('./schema', import.meta.url))

/** Returns the SQL of all files of `schema/` as one migration. */
export async function readSchemaFiles(folder = SCHEMA_FOLDER): Promise<string> {
  const files = SCHEMA_AREAS.map((area) => readFile(join(folder, `${area}.sql`), 'utf8'))
  return [HEADER, ...(await Promise.all(files))].join('\n')
}

/** Disables checks of function bodies, which call functions of later files. areas.test.ts does the checks. */
const HEADER = `-- The files of src/db/schema.
SET LOCAL check_function_bodies = off;
`
