import { join } from 'node:path'
import { build } from 'vite'

const WORKER = { input: 'src/features/offline/worker.ts', output: 'sw.js' }

/** Builds the offline worker beside the browser's bundle: one classic script at the root, so that it has all pages. */
export async function buildWorker(root: string, logLevel: 'warn' | 'info'): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel,
    publicDir: false,
    build: {
      outDir: 'dist/client',
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, WORKER.input),
        output: { format: 'iife', entryFileNames: WORKER.output },
      },
    },
  })
}
