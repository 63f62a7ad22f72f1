import type { Plugin, Rolldown } from 'vite'
import type { Build } from '../src/shell/offline/builds.ts'

/** Writes a JSON list of the build's files next to the entry. The service worker checks that it has all. */
export function describeBuild(): Plugin {
  return {
    name: 'describe-build',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
        if (entry?.type !== 'chunk') throw new Error('The build has no entry.')
        const description = JSON.stringify(describe(entry, bundle))
        this.emitFile({
          type: 'asset',
          fileName: entry.fileName.replace(/\.js$/, '.json'),
          source: description,
        })
      },
    },
  }
}

function describe(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Build {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const starter = starterOf(entry, bundle)
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
  const application = [...chunks.map(({ fileName }) => fileName), ...styles].filter(
    (name) => !starter.has(name),
  )
  const addresses = (names: Iterable<string>) => Array.from(names, (name) => `/${name}`)
  return { starter: addresses(starter), application: addresses(application) }
}

function starterOf(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const all = new Set([entry.fileName])
  for (const name of all) {
    const file = bundle[name]
    if (file?.type !== 'chunk') continue
    for (const needed of [...file.imports, ...file.dynamicImports]) if (!LATER.test(needed)) all.add(needed)
  }
  return all
}

/** Matches chunks that the starter (the script on every page) loads only when needed. */
const LATER = /\b(application|unsent-notice)-/
