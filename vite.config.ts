import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { describeBuild } from './bin/describe-build.ts'

const APPLICATION = fileURLToPath(new URL('src/app/application.tsx', import.meta.url))

/** Returns the module and all its direct and indirect static imports. */
function closureOf(id: string, context: Rolldown.ChunkingContext): Set<string> {
  const modules = new Set([id])
  for (const module of modules)
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) modules.add(imported)
  return modules
}

let application: Set<string> | undefined

/** Puts the client application (src/app/application.tsx) and all its static imports into one file. */
function applicationChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  application ??= closureOf(APPLICATION, context)
  return application.has(id) ? 'application' : null
}

/**
 * Puts the modules in src/ that several pages share into another file, and those of staff's pages into a file of their
 * own. Leaves out modules that need the form
 * libraries, which weigh 45 KB gzipped, so that pages without forms do not load them.
 */
function sharedChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  const isOurs = id.includes('/src/') && !id.includes('/src/routes/')
  const needsFormLibrary = () => [...closureOf(id, context)].some((module) => FORM_LIBRARY.test(module))
  if (!isOurs || needsFormLibrary()) return null
  return OF_STAFF.test(id) ? 'staff' : 'shared'
}

const OF_STAFF = /\/src\/(staff|accounts\/manage-forms)\//
const FORM_LIBRARY = /\/node_modules\/(zod|react-hook-form)\//

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({
      client: { entry: './app/client.tsx' },
      server: { entry: './app/server.ts' },
      router: {
        entry: './app/router.tsx',
        generatedRouteTree: './app/routeTree.gen.ts',
        quoteStyle: 'single',
        codeSplittingOptions: {
          defaultBehavior: [['loader', 'component', 'errorComponent', 'notFoundComponent']],
        },
      },
    }),
    react(),
    describeBuild(),
  ],
  // The application has 503 kB. `tests/journeys/weight.spec.ts` limits its size compressed.
  build: { chunkSizeWarningLimit: 600 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'starter', tags: ['$initial'], priority: 2 },
                { name: applicationChunk, debugName: 'application', priority: 1 },
                { name: sharedChunk, debugName: 'shared', minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  // The database and mail packages are Node programs that cannot be bundled. They are loaded from node_modules.
  ssr: {
    external: [
      '@redis/client',
      'pg',
      'pg-boss',
      'pino',
      'nodemailer',
      'better-auth',
      'prom-client',
      'sanitize-html',
      'flydrive',
      'sharp',
    ],
  },
})
