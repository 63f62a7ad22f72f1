import { openAsBlob } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
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

const folderOf = ({ DATA_DIR }: DataFolder, run: string) => join(DATA_DIR, 'imports', run)
