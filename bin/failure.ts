import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ArchiveError } from '../src/db/backup/format.ts'
import { DatabaseError } from '../src/db/database-error.ts'
import { MigrationError } from '../src/db/migrate.server.ts'
import { ConfigError } from '../src/platform/config.server.ts'

/** Something in the surroundings that keeps a command from running; the message says what. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Ends the process with code 1: an expected failure prints its message, any other its stack. */
export function fail(error: unknown): never {
  console.error(expectedFailure(error) ?? error)
  process.exit(1)
}

/**
 * The message of a failure that an operator can fix: a refusal of ours, a failed system call such as a missing file or a
 * full disk, a database without space, an unknown option. Otherwise undefined: a bug.
 */
export function expectedFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const isOurs = [ArchiveError, ConfigError, DatabaseError, MigrationError, StartError].some(
    (kind) => error instanceof kind,
  )
  const isExpected = isOurs || syscall !== undefined || OPTION_ERROR.test(code) || code === DISK_FULL
  return isExpected ? error.message : undefined
}

const OPTION_ERROR = /^ERR_PARSE_ARGS_/
/** PostgreSQL's code. */
const DISK_FULL = '53100'

/** `parseArgs` for a command: ends the process with a message when the options are wrong. */
export function parseOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    return fail(error)
  }
}
