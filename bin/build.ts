// Builds the browser's and the server's bundle, and the program that serves, into dist/, and stamps it, so that `npm start`
// knows it is fresh.
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'
import { noteBuildId } from './build-id.ts'
import { buildStart } from './build-start.ts'
import { buildWorker } from './build-worker.ts'
import { keepFormerAssets, pruneFormerAssets } from './former-assets.ts'
import { beginBuild } from './freshness.mjs'

process.env.NODE_ENV = 'production'
const root = fileURLToPath(new URL('..', import.meta.url))
const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info'

try {
  const stamp = beginBuild(root)
  keepFormerAssets(root)
  const builder = await createBuilder({ root, logLevel })
  await builder.buildApp()
  await buildWorker(root, logLevel)
  await buildStart(root, logLevel)
  noteBuildId(root)
  pruneFormerAssets(root)
  stamp()
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
