import { createHash } from 'node:crypto'
import { lstat, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFileAtomically } from './atomic-file.server.ts'

let folder: string
const write = (name: string, text: string, before: () => Promise<unknown> = async () => undefined) =>
  writeFileAtomically(join(folder, name), async (output) => {
    await before()
    output.end(text)
    await finished(output)
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-whole-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('two that write the same name do not write into each other', async () => {
  const both = Promise.withResolvers<void>()
  let begun = 0
  const meet = () => {
    if (++begun === 2) both.resolve()
    return both.promise
  }
  await Promise.all([write('one', 'first', meet), write('one', 'second', meet)])
  expect(await readdir(folder)).toEqual(['one'])
  expect(['first', 'second']).toContain(await readFile(join(folder, 'one'), 'utf8'))
})

test('nobody else can read it, also where a link waits under the name of before', async () => {
  await writeFile(join(folder, 'of somebody'), 'theirs')
  await symlink(join(folder, 'of somebody'), join(folder, 'one.partial'))
  await write('one', 'ours')
  expect((await lstat(join(folder, 'one'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, 'of somebody'), 'utf8')).toBe('theirs')
})

test('what fails leaves nothing, and is said once', async () => {
  const failed = write('one', 'text', () => Promise.reject(new Error('the database has gone')))
  await expect(failed).rejects.toThrow('the database has gone')
  expect(await readdir(folder)).toEqual([])
})

test('what ended processes have left goes; what somebody may still be writing stays', async () => {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
  const ended = 4_194_305 // above Linux's maximum process id
  const stays = [
    `a.${host}-${process.pid}-00000000.partial`,
    `a.00000000-${ended}-00000000.partial`,
    'b.partial',
  ]
  const goes = [`a.${host}-${ended}-00000000.partial`, `b.00000000-${ended}-00000000.partial`]
  for (const name of [...stays, ...goes]) await writeFile(join(folder, name), '')
  const long = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const name of [...goes.slice(1), 'b.partial']) await utimes(join(folder, name), long, long)
  await write('one', 'text')
  expect((await readdir(folder)).toSorted()).toEqual([...stays, 'one'].toSorted())
})
