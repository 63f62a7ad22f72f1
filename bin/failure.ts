import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ArchiveError } from '../src/db/backup/format.ts'
import { DatabaseError } from '../src/db/database-error.ts'
import { MigrationError } from '../src/db/migrate.server.ts'
import { ConfigError } from '../src/platform/config/config.server.ts'

/** A problem of the environment that prevents a command from running. The message says how to fix it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Exits with code 1. Prints the message of an expected failure, else the stack. */
export function fail(error: unknown): never {
  console.error(expectedFailure(error) ?? error)
  process.exit(1)
}

/** Message of a failure that an operator can fix. Undefined for a bug. */
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
const DISK_FULL = '53100'

/** `parseArgs` that exits with a message if the options are wrong. */
export function parseOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    return fail(error)
  }
}
