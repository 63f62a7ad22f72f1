import type { readCopyDump } from '../src/imports/dump/copy-dump.server.ts'
import type { DumpRows } from '../src/imports/dump/dump-error.ts'

export type DumpReader = typeof readCopyDump

/** Reads tables of a dump in chunks of `size` bytes. */
export function readDump(reader: DumpReader, dump: string | Buffer, wanted: string[], size = 64 * 1024) {
  const bytes = Buffer.from(dump as string)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return groupsOf(reader(chunks(), new Set(wanted)))
}

export async function groupsOf(rows: AsyncIterable<DumpRows>): Promise<DumpRows[]> {
  const groups: DumpRows[] = []
  for await (const group of rows) groups.push(group)
  return groups
}

export const rowsOf = (groups: DumpRows[]) =>
  groups.flatMap(({ columns, rows }) =>
    rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
  )
