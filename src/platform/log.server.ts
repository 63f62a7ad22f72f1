import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config/config.server.ts'

export type Log = Logger

/** Names of fields whose values are redacted in the log, at the top level and one level down. */
const PRIVATE_FIELDS = ['password', 'token', 'secret', 'authorization', 'cookie', 'email', 'set-cookie']
const REDACTED = PRIVATE_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`])

/** Creates a log that writes JSON, or readable lines on a terminal. Redacts secrets. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, destination = defaultDestination()): Log {
  const redact = { paths: REDACTED, censor: '[hidden]' }
  return pino({ level: config.LOG_LEVEL, base: undefined, redact }, destination)
}

/** Formats an entry as `12:30:05 warn  message key=value`, followed by the stack of an error. */
export function prettyLine(json: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(json)
  const clock = new Date(time).toISOString().slice(11, 19)
  const name = (pino.levels.labels[level] ?? String(level)).padEnd(5)
  const fields = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
  return `${clock} ${name} ${msg}${fields.join('')}${err ? `\n${err.stack ?? err.message}` : ''}\n`
}

function defaultDestination(): DestinationStream {
  // Writes synchronously, so that the last lines before a crash are not lost.
  if (!process.stdout.isTTY) return pino.destination({ dest: 1, sync: true })
  return { write: (json) => void process.stdout.write(prettyLine(json)) }
}
