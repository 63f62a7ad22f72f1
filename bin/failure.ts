import { ArchiveError } from '../src/db/backup/archive-error.ts'
import { DatabaseError } from '../src/db/database-error.ts'
import { MigrationError } from '../src/db/migrate.server.ts'
import { ConfigError } from '../src/platform/config.server.ts'

/** Something in the surroundings that keeps a command from running; the message says what. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Ends the process with code 1: an expected failure shows its message, any other its stack. */
export function fail(error: unknown): never {
  const expected = [ArchiveError, ConfigError, DatabaseError, MigrationError, StartError].some(
    (kind) => error instanceof kind,
  )
  console.error(expected ? (error as Error).message : error)
  process.exit(1)
}
