import type { Plugin, Rolldown } from 'vite'

/**
 * With each part that it loads later the application names the files which that part needs, to fetch them at once. Those
 * that came with the application itself are left out: naming them all again was 0.4 KB of gzip on every page. So are those of
 * pages for members: 0.9 KB.
 */
export function leanPreloads(): Plugin {
  return {
    name: 'lean-preloads',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Before Vite writes the lists. Its option for them is set here, for it knows nothing of the bundle elsewhere.
      order: 'pre',
      handler(_options, bundle) {
        const { build } = this.environment.config
        build.modulePreload = { polyfill: true, resolveDependencies: namedBeside(bundle) }
      },
    },
  }
}

/** Pages for members, which no reader opens: what they need is named by themselves, at the price of a round trip. */
const FOR_MEMBERS =
  /\/(appeal|auth|bookmarks|create-post|drafts|edit-profile|manage|messages|moderation_|notifications|post\._id_\.edit|reports|settings|user-management)[.\-_]/

type NamesNeeded = (file: string, needed: string[], importer: { hostId: string }) => string[]

/** The entry alone may run without the application. */
export function namedBeside(bundle: Rolldown.OutputBundle): NamesNeeded {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const application = chunks.find(({ name }) => name === 'application')
  if (!application) throw new Error('The build has no application.')
  const withApplication = withImports(application, bundle)
  return (file, needed, { hostId }) => {
    if (hostId === entry?.fileName) return needed
    const further = needed.filter(
      (name) =>
        name !== file && !withApplication.has(name) && (!FOR_MEMBERS.test(file) || name.endsWith('.css')),
    )
    return further.length > 0 ? [file, ...further] : []
  }
}

function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const all = new Set([chunk.fileName])
  for (const name of all) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const imported of file.imports) all.add(imported)
  }
  return all
}
