import { openAsBlob } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.server.ts'
import type { ImportReport } from '../report/report.server.ts'
import { writeReportPage } from '../report/report-page.ts'

type DataFolder = Pick<Config, 'DATA_DIR'>

/** A report contains members' texts. It may have its own styles, but no script, form or other file. */
export const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const TYPES = { html: 'text/html; charset=utf-8', json: 'application/json' }

/** Writes the report as a page and as JSON. Returns the folder. */
export async function writeReport(config: DataFolder, report: ImportReport): Promise<string> {
  const folder = folderOf(config, report.run)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2), { mode: 0o600 })
  await writeFile(join(folder, 'report.html'), writeReportPage(report), { mode: 0o600 })
  return folder
}

/** Opens a report for streaming. Undefined if this machine does not have it. @param run must be a UUID */
export async function openReport(
  config: DataFolder,
  run: string,
  format: 'html' | 'json',
): Promise<File | undefined> {
  const path = join(folderOf(config, run), `report.${format}`)
  if (!(await stat(path).catch(() => undefined))) return undefined
  return new File([await openAsBlob(path)], `import-report.${format}`, { type: TYPES[format] })
}

const YEAR_MS = 365 * 24 * 3_600_000

/** Deletes the reports of this machine that are older than a year, because they contain members' texts. */
export async function deleteOldReports(config: DataFolder, now = Date.now()): Promise<void> {
  for (const run of await readdir(join(config.DATA_DIR, 'imports')).catch(() => [])) {
    const folder = folderOf(config, run)
    const written = await stat(join(folder, 'report.json')).catch(() => undefined)
    if (written && now - written.mtimeMs > YEAR_MS) await rm(folder, { recursive: true })
  }
}

const folderOf = ({ DATA_DIR }: DataFolder, run: string) => join(DATA_DIR, 'imports', run)
