import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ArchiveError } from '../src/db/backup/format.ts'
import { DatabaseError } from '../src/db/database-error.ts'
import { MigrationError } from '../src/db/migrate.server.ts'
import { ConfigError } from '../src/platform/config/config.server.ts'

/** Thrown if the environment prevents a command from running. The message says how to fix that. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Prints an expected failure's message, or any other error with its stack, and exits with code 1. */
export function fail(error: unknown): never {
  console.error(expectedFailure(error) ?? error)
  process.exit(1)
}

/** Returns the message of a failure that an operator can fix, or undefined for a bug. */
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

/** Like `parseArgs`, but exits with a message if an option is invalid or follows `--`. */
export function parseOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    const parsed = parseArgs(config)
    const mistaken = parsed.positionals.find((name) => name.startsWith('-'))
    if (mistaken)
      throw new StartError(`${mistaken} is not a file name. If you mean a file, write ./${mistaken}.`)
    return parsed
  } catch (error) {
    return fail(error)
  }
}
