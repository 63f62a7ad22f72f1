import { embeddedUrl } from './src/platform/data-folder.server.ts'
import { runNode } from './bin/program.ts'
import { runToEnd } from './bin/shutdown.ts'
import { startTemporaryForum } from './bin/temporary-forum.ts'
runToEnd(async (undo) => {
  const { PUBLIC_URL: BASE_URL, DATA_DIR } = await startTemporaryForum(undo)
  const env = { BASE_URL, DATA_DIR, DATABASE_URL: embeddedUrl(DATA_DIR), CHROMIUM_PATH: '/usr/bin/chromium', NODE_ENV: 'test' }
  await runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list', '--retries=0', ...process.argv.slice(2)], env, undo)
})
