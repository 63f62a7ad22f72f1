import { join, relative } from 'node:path'
import { build, type Plugin } from 'vite'

const OUT = 'dist/server'

/**
 * Builds the program that serves (bin/start.ts) beside the server's bundle. Node can run it from its sources, as tests do; but what
 * strips the types then stays in the process for good, a compiler of 4 MB with the memory that it took: 193 MB at the first page,
 * and 164 from JavaScript.
 */
export async function buildStart(root: string, logLevel: 'warn' | 'info'): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel,
    publicDir: false,
    plugins: [ownPlaces(join(root, OUT))],
    build: { ssr: join(root, 'bin/start.ts'), outDir: OUT, emptyOutDir: false, target: 'node24' },
  })
}

/** Files are found from the file that names them, as migrations are: what a source says of its own place stays true. */
function ownPlaces(out: string): Plugin {
  return {
    name: 'own-places',
    transform(code, id) {
      const place = JSON.stringify(relative(out, id))
      return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
    },
  }
}
