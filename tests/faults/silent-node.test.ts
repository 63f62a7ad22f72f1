import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find, temporaryFolder, until } from '../systems/programs.ts'
import { startHaproxy } from '../systems/proxies.ts'

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

/** Tests the timeouts and health checks in deploy/haproxy.cfg. */
test.skipIf(!find('haproxy'))(
  'HAProxy gives nothing more to a node that takes connections and never answers',
  async () => {
    const { origin, program } = await startHaproxy(folder.path, [silentPort, portOf(answering)])
    const ask = () => fetch(origin, { signal: AbortSignal.timeout(1000) }).then((answer) => answer.text())
    try {
      // HAProxy removes the node after two failed health checks. Until then, single requests may fail.
      const isOut = () => program.output().includes('Server nodes/node1 is DOWN')
      await until(isOut, () => `the node to be left out: ${program.output()}`, 30_000)
      for (let n = 0; n < 20; n++) expect(await ask()).toBe('here')
      expect(held.length).toBeGreaterThan(0)
    } finally {
      await program.end()
    }
  },
)
