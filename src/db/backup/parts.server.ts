import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyOut, PLAIN_TEXT, type Table } from './catalogue.server.ts'
import { PART_BYTES } from './format.ts'

/** Connects without timeouts for statements, and with one text form for all values. */
export async function connect(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `threshold ${purpose}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(PLAIN_TEXT)
  return client
}

/** Rows of a table as `COPY` writes them, in parts of about a megabyte. The cuts depend on the rows alone. */
export async function* readParts(client: pg.Client, table: Table, size = PART_BYTES): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  // PostgreSQL sends a row per message.
  for await (const chunk of client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>) {
    for (const row of rowsIn(chunk)) {
      waiting.push(row)
      bytes += row.length
      if (bytes < size || row.at(-1) !== LINE_FEED) continue
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

const LINE_FEED = 0x0a

/** A chunk of the driver may have several rows, and part of one. */
function* rowsIn(chunk: Buffer): Generator<Buffer> {
  let from = 0
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
    yield chunk.subarray(from, at + 1)
    from = at + 1
  }
  if (from < chunk.length) yield chunk.subarray(from)
}

/** Progress of a step: its table or count, and totals so far. */
export type Report = (progress: { step: string; detail: string; rows: number; bytes: number }) => void
