import { readFile, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { find, startProgram, temporaryFolder, until } from '../systems/programs.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let answering: Server
let silentPort: number
const held: Socket[] = []
const silent = createServer((socket) => held.push(socket.on('error', () => undefined)))

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const listen = (server: Server | typeof silent) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

beforeAll(async () => {
  folder = await temporaryFolder()
  answering = createHttpServer((_, response) => response.end('here'))
  await Promise.all([listen(answering), listen(silent)])
  silentPort = portOf(silent)
})
afterAll(async () => {
  for (const socket of held) socket.destroy()
  answering.closeAllConnections()
  answering.close()
  silent.close()
  await folder.remove()
})

/** With all deadlines as deploy/ has them; the short form waits a tenth of the one for checks. */
test.skipIf(!find('haproxy'))(
  'HAProxy gives nothing more to a node that takes connections and never answers',
  async () => {
    const port = await freePort()
    const example = await readFile(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8')
    const [, backend = ''] = example.split(/^(?=backend nodes)/m)
    const [, defaults = ''] = /^(defaults[\s\S]*?)^frontend/m.exec(example) ?? []
    const nodes = backend
      .replace('10.0.0.11:3000', `127.0.0.1:${silentPort}`)
      .replace('10.0.0.12:3000', `127.0.0.1:${portOf(answering)}`)
    const checks = process.env.LONG_TESTS
      ? defaults
      : defaults.replace('timeout check 5s', 'timeout check 500ms')
    const file = join(folder.path, 'haproxy.cfg')
    await writeFile(
      file,
      `${checks}\nfrontend forum\n  bind 127.0.0.1:${port}\n  default_backend nodes\n${nodes}`,
    )
    const proxy = startProgram(find('haproxy') as string, ['-db', '-f', file])
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) }).then((answer) =>
        answer.text(),
      )
    try {
      // Somebody is unlucky until two checks have failed.
      await until(
        async () => {
          for (let n = 0; n < 6; n++) if ((await ask()) !== 'here') return false
          return true
        },
        'all to be answered',
        30_000,
      )
      expect(proxy.output()).toContain('Server nodes/node1 is DOWN')
      for (let n = 0; n < 20; n++) expect(await ask()).toBe('here')
      expect(held.length).toBeGreaterThan(0)
    } finally {
      await proxy.end()
    }
  },
)
