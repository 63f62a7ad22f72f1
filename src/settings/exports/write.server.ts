import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql, type Transaction } from 'kysely'
import { ZipFile } from 'yazl'
import { pictureKey } from '../../content/pictures/key.ts'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { avatarKey } from '../../people/profiles/avatar.server.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import {
  type CountedSection,
  EMPTY_SECTION,
  PAGE_FOOT,
  renderArticle,
  renderContents,
  renderPageHead,
} from './page.server.ts'
import { EXPORT_FORMAT, ROWS_AT_ONCE } from './policy.ts'
import { type ExportSection, literal } from './section.server.ts'
import { SECTIONS } from './sections.server.ts'

type Row = Record<string, unknown>

export interface Progress {
  done: number
  total: number
}

interface ExportTarget {
  memberId: string
  path: string
  onProgress: (progress: Progress) => void
}

/** Writes all sections to a ZIP file. Streams rows, so that memory use doesn't depend on their number. */
export async function writeExport(
  trx: Transaction<DB>,
  { files, siteSettings }: Pick<Services, 'files' | 'siteSettings'>,
  { memberId, path, onProgress }: ExportTarget,
): Promise<void> {
  const counted = await count(trx, memberId)
  const picture = await readPicture(trx, files, memberId)
  const pictures = await listPictures(trx, memberId)
  const zip = new ZipFile()
  const failed = new Promise<never>((_, reject) => zip.on('error', reject))
  addPictures(zip, files, pictures)
  addFiles(zip, { trx, memberId, counted, picture, site: siteSettings.site, onProgress })
  zip.end()
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 })), failed])
}

interface ExportInput {
  trx: Transaction<DB>
  memberId: string
  counted: readonly CountedSection[]
  picture: Uint8Array | undefined
  site: { name: string; url: string }
  onProgress: (progress: Progress) => void
}

function addFiles(zip: ZipFile, given: ExportInput): void {
  const { trx, memberId, counted, picture, site, onProgress } = given
  const username = `Your data at ${isolateText(site.name)}`
  const made = new Date().toISOString()
  const progress = { done: 0, total: 2 * counted.reduce((sum, { count: rows }) => sum + rows, 0) }
  const rowsOf = (section: ExportSection) =>
    rows(trx, section.query(literal(memberId)), (read) => {
      progress.done += read
      onProgress({ ...progress })
    })
  const first = `${renderPageHead(username, `As it was on ${made.slice(0, 10)}.`, true)}${renderContents(counted, picture !== undefined)}${PAGE_FOOT}`
  zip.addBuffer(Buffer.from(first), 'index.html')
  const sections = Object.fromEntries(counted.map(({ section, count: rows }) => [section.name, rows]))
  const manifest = { format: EXPORT_FORMAT, forum: site.name, url: site.url, created_at: made, sections }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), 'data/export.json')
  if (picture) zip.addBuffer(Buffer.from(picture), 'pictures/picture.webp', { compress: false })
  for (const { section } of counted) {
    addStream(zip, `${section.name}.html`, () => page(section, rowsOf(section), site.url))
    addStream(zip, `data/${section.name}.json`, () => json(section, rowsOf(section)))
  }
}

/** Adds the pictures of posts and comments, each read only after the previous file is written. */
function addPictures(zip: ZipFile, files: Services['files'], ids: readonly string[]): void {
  for (const id of ids)
    zip.addReadStreamLazy(`pictures/${id}.webp`, { compress: false }, (callback) => {
      files.read(pictureKey(id)).then(
        // A picture that was deleted meanwhile is an empty file.
        (bytes) => callback(null, Readable.from([bytes ?? new Uint8Array()])),
        (error) => callback(error, Readable.from([])),
      )
    })
}

/** Adds a file whose content is generated only after the previous file is written. */
function addStream(zip: ZipFile, name: string, write: () => AsyncGenerator<string>): void {
  zip.addReadStreamLazy(name, {}, (callback) => callback(null, Readable.from(write(), { objectMode: false })))
}

async function* page({ title, about }: ExportSection, rows: AsyncIterable<Row[]>, url: string) {
  yield renderPageHead(title, about)
  let isEmpty = true
  for await (const some of rows) {
    isEmpty = false
    yield some.map((row) => renderArticle(row, url)).join('')
  }
  yield isEmpty ? EMPTY_SECTION + PAGE_FOOT : PAGE_FOOT
}

async function* json({ name }: ExportSection, rows: AsyncIterable<Row[]>) {
  yield `{"section":${JSON.stringify(name)},"items":[`
  let before = '\n'
  for await (const some of rows) {
    yield before + some.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield '\n]}\n'
}

async function* rows(
  trx: Transaction<DB>,
  query: ReturnType<ExportSection['query']>,
  onRead: (rows: number) => void,
) {
  await sql`declare exported no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows: some } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(trx)
    if (some.length > 0) yield some
    onRead(some.length)
    if (some.length < ROWS_AT_ONCE) break
  }
  await sql`close exported`.execute(trx)
}

async function count(trx: Transaction<DB>, memberId: string): Promise<CountedSection[]> {
  const counted: CountedSection[] = []
  for (const section of SECTIONS) {
    const { rows: counts } = await sql<{ count: number }>`
      select count(*)::integer as count from (${section.query(literal(memberId))}) as rows`.execute(trx)
    counted.push({ section, count: counts[0]?.count ?? 0 })
  }
  return counted
}

async function listPictures(trx: Transaction<DB>, memberId: string): Promise<string[]> {
  const { rows: pictures } = await sql<{ id: string }>`
    select id from pictures where author_id = ${memberId} order by id`.execute(trx)
  return pictures.map(({ id }) => id)
}

async function readPicture(trx: Transaction<DB>, files: Services['files'], memberId: string) {
  const { rows: members } = await sql<{ avatar_url: string | null }>`
    select avatar_url from profiles where id = ${memberId}`.execute(trx)
  const url = members[0]?.avatar_url
  return url?.startsWith('/files/') ? files.read(avatarKey(url, 192)) : undefined
}
