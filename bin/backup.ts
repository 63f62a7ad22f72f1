// `npm run backup [-- FILE] [--with-secret]`: the whole forum as one archive, while it runs.
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { manualArchiveName } from '../src/db/backup/archive-name.ts'
import { backup } from '../src/db/backup/backup.server.ts'
import { writeWhole } from '../src/db/backup/whole-file.server.ts'
import type { Config } from '../src/platform/config.server.ts'
import { storedSecret } from '../src/platform/data-folder.server.ts'
import { Files } from '../src/platform/files.server.ts'
import { publicSettings } from '../src/platform/public-settings.server.ts'
import { parseOptions, StartError } from './failure.ts'
import { megabytes, reportProgress } from './figures.ts'
import { withForum } from './forum.ts'
import { productVersion } from './version.ts'

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { 'with-secret': { type: 'boolean', default: false } },
})

withForum(
  async (config) => {
    const path = resolve(positionals[0] ?? join(config.DATA_DIR, 'backups', manualArchiveName(new Date())))
    if (existsSync(path)) throw new StartError(`${path} is there already: say another name.`)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const started = performance.now()
    const manifest = await writeWhole(path, async (output) =>
      backup(
        {
          url: config.DATABASE_DIRECT_URL,
          files: new Files(config),
          version: productVersion(),
          settings: publicSettings(config),
          secret: values['with-secret'] ? await secretOf(config) : undefined,
          progress: reportProgress(),
        },
        output,
      ),
    )
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { size } = await stat(path)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${path}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files,`)
    console.log(`${megabytes(size)}, in ${seconds} s. Content ${manifest.content}.`)
    if (!values['with-secret'])
      console.log(
        'Without the secret that signs sessions: after a restore elsewhere everybody signs in again.',
      )
  },
  { asItIs: true },
)

async function secretOf(config: Config): Promise<string> {
  return config.AUTH_SECRET ?? (await storedSecret(config.DATA_DIR))
}
