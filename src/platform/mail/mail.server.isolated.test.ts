import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpServer } from '../../../tests/smtp.ts'
import { mailer } from './mail.server.ts'

const NO_DKIM = { DKIM_KEY: undefined }
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
  const config = {
    SMTP_URL: undefined,
    MAIL_FROM: 'The Forum <forum@example.org>',
    DATA_DIR: folder,
    ...NO_DKIM,
  }
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
  const config = {
    SMTP_URL: server.url,
    MAIL_FROM: 'The Forum <forum@example.org>',
    DATA_DIR: folder,
    ...NO_DKIM,
  }
  await mailer(config)(letter)
  expect(server.received).toMatchObject([{ from: 'forum@example.org', to: 'ada@example.org' }])
  expect(server.received[0]?.text).toContain('http://localhost:3000/?verify=abc')
  await server.stop()
})

test('a mail server that is away is an error, for the job to try again', async () => {
  const closed = createServer().listen(0)
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => closed.close(resolve))
  const config = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'forum@example.org',
    DATA_DIR: folder,
    ...NO_DKIM,
  }
  await expect(mailer(config)(letter)).rejects.toThrow()
})

test('mails about an account say that a program wrote them, and have nothing to unsubscribe from', async () => {
  const server = await smtpServer()
  const config = { SMTP_URL: server.url, MAIL_FROM: 'forum@example.org', DATA_DIR: folder, ...NO_DKIM }
  await mailer(config)(letter)
  await server.stop()
  expect(server.received[0]?.text).toContain('Auto-Submitted: auto-generated')
  expect(server.received[0]?.text).not.toMatch(/^List-/m)
})

test('with a key mails are signed, both headers of unsubscribing too, and the signature is right', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = await smtpServer()
  const config = {
    SMTP_URL: server.url,
    MAIL_FROM: 'The Forum <forum@example.org>',
    DATA_DIR: folder,
    DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const list = {
    unsubscribe: 'https://forum.example/unsubscribe/x',
    name: 'The Forum',
    id: 'n.example.org',
    messageId: '1@example.org',
  }
  await mailer(config)({ ...letter, list })
  await server.stop()
  const [head = '', ...rest] = (server.received[0]?.text ?? '').split('\n\n')
  const fields = new Map(
    head
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)]),
  )
  const signature = fields.get('dkim-signature') ?? ''
  const part = (name: string) =>
    new RegExp(`\\b${name}=([^;]+)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  expect([part('d'), part('s')]).toEqual(['example.org', 'threshold'])
  const names = part('h').toLowerCase().split(':')
  expect(names).toEqual(
    expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post', 'list-id']),
  )
  const relaxed = (name: string, value = '') => `${name}:${value.replace(/\s+/g, ' ').trim()}`
  const body = rest
    .join('\n\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/ $/gm, '')
    .replace(/\n*$/, '\n')
  expect(part('bh')).toBe(createHash('sha256').update(body.replaceAll('\n', '\r\n')).digest('base64'))
  const signed = [
    ...names.map((name) => `${relaxed(name, fields.get(name))}\r\n`),
    relaxed('dkim-signature', signature.replace(/\bb=[^;]*$/, 'b=')),
  ].join('')
  const verifier = createVerify('sha256').update(signed)
  expect(verifier.verify(publicKey, part('b'), 'base64')).toBe(true)
})
