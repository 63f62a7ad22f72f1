import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { manualArchiveName } from '../src/db/backup/archive-name.ts'
import { writeFileAtomically } from '../src/db/backup/atomic-file.server.ts'
import { backup } from '../src/db/backup/backup.server.ts'
import type { Manifest } from '../src/db/backup/format.ts'
import { type Config, publicSettings } from '../src/platform/config/config.server.ts'
import { Files } from '../src/platform/files/files.server.ts'
import { reportProgress } from './figures.ts'

const PACKAGE = new URL('../package.json', import.meta.url)

export function manualPath({ DATA_DIR }: Config): string {
  return join(DATA_DIR, 'backups', manualArchiveName(new Date()))
}

/** @param secret the key that signs sessions; included in the backup if given */
export async function writeBackup(config: Config, path: string, secret?: string): Promise<Manifest> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return await writeFileAtomically(path, (output) =>
    backup(
      {
        url: config.DATABASE_DIRECT_URL,
        files: new Files(config),
        version: JSON.parse(readFileSync(PACKAGE, 'utf8')).version,
        settings: publicSettings(config),
        secret,
        progress: reportProgress(),
      },
      output,
    ),
  )
}
