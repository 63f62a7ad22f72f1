// `npm run build`: builds the browser's files, the server and bin/start.ts into dist/.
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createBuilder, type Plugin } from 'vite'
import { findBinaries } from '../src/db/binaries.server.ts'
import { writeBuildId } from './build-id.ts'
import { keepFormerAssets, pruneFormerAssets } from './former-assets.ts'
import { beginBuild } from './freshness.mjs'

process.env.NODE_ENV = 'production'
const root = fileURLToPath(new URL('..', import.meta.url))
const logLevel = process.argv.includes('--quiet') ? 'warn' : 'info'
const common = { configFile: false, root, logLevel, publicDir: false } as const

try {
  const stamp = beginBuild(root)
  await completeDatabase()
  keepFormerAssets(root)
  const builder = await createBuilder({ root, logLevel })
  await builder.buildApp()
  await buildScript('src/shell/offline/worker.ts', 'sw.js')
  await buildScript('src/shell/guest-check/script.ts', 'guest-check.js')
  await buildStart()
  writeBuildId(root)
  pruneFormerAssets(root)
  stamp()
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}

/** Completes the embedded PostgreSQL, because a service may not write to node_modules at start. */
async function completeDatabase(): Promise<void> {
  try {
    await findBinaries()
  } catch (error) {
    // Platforms without an embedded PostgreSQL need DATABASE_URL.
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
  }
}

/** Builds a script in one file for browsers, outside the application. */
async function buildScript(source: string, name: string): Promise<void> {
  await build({
    ...common,
    build: {
      outDir: 'dist/client',
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, source),
        output: { format: 'iife', entryFileNames: name },
      },
    },
  })
}

/**
 * Compiles bin/start.ts to JavaScript, next to the server bundle. Node can run the TypeScript source, but
 * then its type stripper stays in memory: 193 MB instead of 164 after the first page.
 */
async function buildStart(): Promise<void> {
  await build({
    ...common,
    plugins: [keepSourceUrls(join(root, 'dist/server'))],
    build: { ssr: join(root, 'bin/start.ts'), outDir: 'dist/server', emptyOutDir: false, target: 'node24' },
  })
}

/** Keeps each source's `import.meta.url`, because the migrations, for example, are found relative to it. */
function keepSourceUrls(out: string): Plugin {
  return {
    name: 'keep-source-urls',
    transform(code, id) {
      const place = JSON.stringify(relative(out, id))
      return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
    },
  }
}
