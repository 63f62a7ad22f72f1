// A receiver of webhooks in its own process (forked-webhook-receiver.ts). It reports each request to its parent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  process.send?.({ path: request.url, headers: request.headers, body })
  if (request.url === '/ok') response.end('thanks')
  else if (request.url === '/error') response.writeHead(500).end('it broke')
  // Other paths never get a response.
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit())
