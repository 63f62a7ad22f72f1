// `npm run backup [-- FILE] [--with-secret]`: writes the whole forum to an archive, even while it is running.
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadOrCreateSecret } from '../src/platform/files/data-folder.server.ts'
import { manualPath, writeBackup } from './backup-file.ts'
import { parseOptions, StartError } from './failure.ts'
import { megabytes } from './figures.ts'
import { withForum } from './forum.ts'

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { 'with-secret': { type: 'boolean', default: false } },
})

withForum(
  async (config) => {
    const path = resolve(positionals[0] ?? manualPath(config))
    if (existsSync(path)) throw new StartError(`${path} already exists. Choose another name.`)
    const started = performance.now()
    const secret = values['with-secret']
      ? (config.AUTH_SECRET ?? (await loadOrCreateSecret(config.DATA_DIR)))
      : undefined
    const manifest = await writeBackup(config, path, secret)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { size } = await stat(path)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${path}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files,`)
    console.log(`${megabytes(size)}, in ${seconds} s. Content ${manifest.content}.`)
    if (!values['with-secret'])
      console.log(
        'The session secret is not included. After a restore elsewhere, everyone has to sign in again.',
      )
  },
  { asItIs: true, mustExist: true },
)
