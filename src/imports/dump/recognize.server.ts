import { createReadStream } from 'node:fs'
import { softwareText } from '../software.ts'
import { DumpError } from './dump-error.ts'
import { openDump } from './open-dump.server.ts'

/** Bytes at the beginning of a dump that are searched for names of tables. */
const SEARCHED = 8 * 2 ** 20

/** Statements with tables that only one software has. */
const MARKS: [software: string, pattern: RegExp][] = [
  ['nodebb', tableNamed('legacy_(?:object|hash|zset|set)')],
  ['discourse', tableNamed('(?:topic_allowed_users|post_actions|user_avatars|badge_groupings)')],
  ['phpbb', tableNamed('\\w*(?:acl_options|acl_groups|privmsgs|bbcodes)')],
]

function tableNamed(name: string): RegExp {
  return new RegExp(
    `^(?:COPY|CREATE TABLE(?: IF NOT EXISTS)?|INSERT INTO) (?:\\w+\\.)?["\`]?${name}["\`]?[ (]`,
    'm',
  )
}

/** Returns an error for a dump that is not of the wanted software, or undefined if it may be. */
export async function mistakeIn(path: string, wanted: string): Promise<DumpError | undefined> {
  const text = await readStart(path).catch(() => '')
  const [found] = MARKS.find(([, pattern]) => pattern.test(text)) ?? []
  if (!found || found === wanted) return undefined
  return new DumpError(
    `This looks like a ${softwareText(found)} dump; you asked for ${softwareText(wanted)}.`,
  )
}

async function readStart(path: string): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of openDump(path)) {
    parts.push(chunk)
    size += chunk.length
    if (size >= SEARCHED) break
  }
  return Buffer.concat(parts).toString('latin1')
}

/** Refuses files that are no dump, by their first bytes. */
export async function refuseOtherFiles(path: string): Promise<void> {
  let start = ''
  for await (const chunk of createReadStream(path, { end: 7, encoding: 'latin1' })) start += chunk
  const [, what] = FORMATS.find(([bytes]) => start.startsWith(bytes)) ?? []
  if (what) throw new DumpError(what)
  if (start === '') throw new DumpError('The file is empty.')
}

const REPACK = 'The file must be plain SQL, uncompressed or compressed by gzip or zstd.'
const FORMATS: [bytes: string, message: string][] = [
  ['PGDMP', 'This dump has pg_dump’s custom format. Write it again with `pg_dump --format=plain`.'],
  ['PK', `This is a ZIP file. ${REPACK}`],
  ['BZh', `This file is compressed by bzip2. ${REPACK}`],
  ['\xfd7zXZ', `This file is compressed by xz. ${REPACK}`],
  ['7z\xbc\xaf', `This is a 7z file. ${REPACK}`],
  ['%PDF', `This is a PDF file. ${REPACK}`],
  ['\x89PNG', `This is a picture. ${REPACK}`],
  ['SQLite', `This is an SQLite database. ${REPACK}`],
]
