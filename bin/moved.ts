// An embedded database that was moved says so in its data folder, so that nobody goes on with it by mistake.
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from '../src/db/database-error.ts'

const path = (dataDir: string) => join(dataDir, 'moved.json')

export async function markMoved(dataDir: string, to: string): Promise<void> {
  const mark = { to: withoutPassword(to), at: new Date().toISOString() }
  await writeFile(path(dataDir), JSON.stringify(mark), { flush: true })
}

/** Whether it was moved to that database, or all but the last step of it was done. */
export function isMovedTo(dataDir: string, to: string): boolean {
  return existsSync(path(dataDir)) && read(dataDir).to === withoutPassword(to)
}

export async function unmarkMoved(dataDir: string): Promise<void> {
  await rm(path(dataDir), { force: true })
}

/** Throws DatabaseError where the embedded database of this folder was moved. */
export function refuseMoved(dataDir: string): void {
  if (!existsSync(path(dataDir))) return
  const { to, at } = read(dataDir)
  throw new DatabaseError(
    `The forum in ${dataDir} was moved to ${to} on ${at}. Set DATABASE_URL to that database; or, to go on with this one and lose ` +
      'what was written since, run `npm run move -- --abandon`.',
  )
}

function read(dataDir: string): { to: string; at: string } {
  return JSON.parse(readFileSync(path(dataDir), 'utf8'))
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/?#]*):[^@]*@/, '$1@').replace(/(password=)[^&]*/i, '$1')
}
