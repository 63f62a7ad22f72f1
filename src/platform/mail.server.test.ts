import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpServer } from '../../tests/smtp.ts'
import { mailer } from './mail.server.ts'

const letter = {
  to: 'ada@example.org',
  subject: 'A subject with ünicode',
  text: 'Some text:\nhttp://localhost:3000/?verify=abc\n',
  html: '<p>Some text</p>',
  link: 'http://localhost:3000/?verify=abc',
}
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('without a mail server mail is kept as a file, and the console tells its link', async () => {
  const logged: string[] = []
  const config = { SMTP_URL: undefined, MAIL_FROM: 'The Forum <forum@example.org>', DATA_DIR: folder }
  await mailer(config, (line) => logged.push(line))(letter)
  const [name = ''] = await readdir(join(folder, 'outbox'))
  const file = join(folder, 'outbox', name)
  const text = await readFile(file, 'utf8')
  expect(name).toMatch(/ada@example\.org.*\.eml$/)
  expect(text).toMatch(/^From: The Forum <forum@example\.org>/m)
  expect(text).toMatch(/^To: ada@example\.org/m)
  expect(text).toMatch(/^http:\/\/localhost:3000\/\?verify=abc\r?$/m)
  expect(logged.join('\n')).toContain('http://localhost:3000/?verify=abc')
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('with one it goes there', async () => {
  const server = await smtpServer()
  const config = { SMTP_URL: server.url, MAIL_FROM: 'The Forum <forum@example.org>', DATA_DIR: folder }
  await mailer(config)(letter)
  expect(server.received).toMatchObject([{ from: 'forum@example.org', to: 'ada@example.org' }])
  expect(server.received[0]?.text).toContain('http://localhost:3000/?verify=abc')
  await server.stop()
})

test('a mail server that is away is an error, for the job to try again', async () => {
  const closed = createServer().listen(0)
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => closed.close(resolve))
  const config = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'forum@example.org', DATA_DIR: folder }
  await expect(mailer(config)(letter)).rejects.toThrow()
})
