import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { findValidator } from '../../bin/validator.ts'
import { ADDRESSES } from '../addresses.ts'
import { makeFixtures } from './fixtures.ts'
import { expect, test } from './journey.ts'

interface Message {
  type: 'error' | 'info' | 'non-document-error'
  subType?: string
  url: string
  message: string
  extract?: string
}

/** What the validator remarks without reason: React closes its tags so, and writes every value in quotes. */
const EXEMPT = [/^Trailing slash on void elements has no effect/]

test(
  'the W3C’s validator has nothing against the HTML of any page',
  { tag: '@all' },
  async ({ newMember, request, sql }, testInfo) => {
    test.slow()
    const sights = await makeFixtures(await newMember('markup'), await newMember('other'), sql)
    const pages = new Map(ADDRESSES.map(({ name, path }) => [path(sights), name]))
    pages.set('/api/docs', 'reference')
    const folder = testInfo.outputPath('html')
    await mkdir(folder, { recursive: true })
    for (const [path, name] of pages)
      await writeFile(`${folder}/${name}.html`, await (await request.get(path)).text())
    const { java, jar } = await findValidator()
    // Of what Java does for programs that run long, nothing: half the processor time for these pages.
    const jvm = ['-Xss4m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
    const options = [...jvm, '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', folder]
    const { stdout } = await promisify(execFile)(java, options, { maxBuffer: 64 * 1024 * 1024 })
    const messages = (JSON.parse(stdout) as { messages: Message[] }).messages
    const found = messages.filter(({ message }) => !EXEMPT.some((pattern) => pattern.test(message)))
    expect(found.map(({ url, message, extract }) => `${basename(url)}: ${message} ${extract ?? ''}`)).toEqual(
      [],
    )
  },
)
