import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyOut, PLAIN_TEXT, type Table } from './catalogue.server.ts'
import { PART_BYTES } from './format.ts'

/** A session that does one thing after the other for as long as it takes, and writes all values in one form. */
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

/**
 * The rows of a table as `COPY` writes them, some megabyte at a time, cut between rows. Where they are cut depends on
 * the rows alone.
 */
export async function* readParts(client: pg.Client, table: Table, size = PART_BYTES): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  // Each chunk is a row: PostgreSQL sends one a message.
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

/** The driver may give several rows at once, and the beginning of one. */
function* rowsIn(chunk: Buffer): Generator<Buffer> {
  let from = 0
  for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
    yield chunk.subarray(from, at + 1)
    from = at + 1
  }
  if (from < chunk.length) yield chunk.subarray(from)
}

/** What goes on, with which table or at which of how many, and how much it was so far. */
export type Report = (progress: { step: string; detail: string; rows: number; bytes: number }) => void
