import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { NOT_PUBLIC } from './policy.ts'
import { postJson } from './post-request.server.ts'

const answers: string[] = []
const lookup = vi.hoisted(() => vi.fn())
vi.mock('node:dns', async (original) => ({ ...(await original<typeof import('node:dns')>()), lookup }))

/** DNS rebinding: a name that has a public address when it is checked, and a private one for the connection. */
test('a name that resolves to a private address later is refused without a connection', async () => {
  const requests: (string | undefined)[] = []
  const server = createServer((request, response) => {
    requests.push(request.url)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://rebinding.example:${(server.address() as AddressInfo).port}/`)
  lookup.mockImplementation((_host, _options, callback) =>
    callback(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]),
  )
  answers.push('192.0.1.1', '127.0.0.1', '10.0.0.1', '169.254.169.254')
  const post = () => postJson(url, '{}', {}, { allowsLoopback: false, timeout: 200 })
  expect((await post()).error).not.toBe(NOT_PUBLIC)
  for (let n = 0; n < 3; n++) expect(await post()).toMatchObject({ status: null, error: NOT_PUBLIC })
  expect(answers).toEqual([])
  expect(requests).toEqual([])
  server.close()
})
