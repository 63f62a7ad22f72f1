// For comparison: a server that responds to all requests with one buffer. Its argument is the size in bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = Buffer.alloc(Number(process.argv[2]), 'a')
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`))
