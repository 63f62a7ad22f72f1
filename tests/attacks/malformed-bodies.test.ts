import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app/app.server.ts'
import { makeWorld, type World } from '../world.ts'

let world: World
let app: ReturnType<typeof createApp>
const failures: unknown[] = []

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.AUTH_SECRET = 'a secret of some length for tests'
  const log = Object.assign(Object.create(world.services.log), {
    error: (details: unknown) => void failures.push(details),
  })
  app = createApp({ ...world.services, log })
})
afterAll(() => world.close())

/** Returns the paths of all routes that accept a body but are not API operations. */
const paths = () => [
  ...new Set(
    app.routes
      .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
      .map(({ method, path }) => `${method} ${path.replace(/:\w+/g, 'x').replace(/\*$/, 'somewhere')}`),
  ),
]

const MULTIPART = 'multipart/form-data; boundary=x'
const URLENCODED = 'application/x-www-form-urlencoded'
const BODIES: [name: string, type: string, body: BodyInit][] = [
  ['multipart without a boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
  ['multipart that is none', MULTIPART, 'confirm=1'],
  ['multipart that is cut off', MULTIPART, '--x\r\nContent-Disposition: form-data; name="confirm"\r\n\r\nab'],
  ['multipart with a broken header', MULTIPART, '--x\r\nContent-Disposition: nonsense\r\n\r\nab\r\n--x--'],
  ['multipart with another boundary', MULTIPART, '--y\r\n\r\nab\r\n--y--\r\n'],
  ['an empty multipart body', MULTIPART, ''],
  ['bytes that are no UTF-8', URLENCODED, new Uint8Array([0x74, 0x3d, 0xff, 0xfe, 0x00])],
  ['broken percent signs', URLENCODED, 'token=%E0%A4%A&confirm=%&stop=%00'],
  ['a charset that does not exist', `${URLENCODED}; charset=klingon`, 'confirm=1'],
  ['another charset', `${URLENCODED}; charset=utf-16`, new Uint8Array([0xff, 0xfe, 0x63, 0x00])],
  ['a type that is none', 'nonsense', 'confirm=1'],
  ['JSON that is cut off', 'application/json', '{"token":"'],
  ['JSON of another kind', 'application/json', '[[[]]]'],
  ['JSON with bytes that are no UTF-8', 'application/json', new Uint8Array([0x22, 0xff, 0x22])],
]

async function send(path: string, type: string, body: BodyInit | ReadableStream) {
  const [method = '', pathname = ''] = path.split(' ')
  const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin', 'x-csrf-token': 'ab'.repeat(16) }
  const init = { method, headers, body, duplex: 'half' }
  return app.fetch(new Request(`http://localhost:3000${pathname}`, init as RequestInit))
}

test('there are forms and accounts among the routes', () => {
  const found = [
    'POST /auth/link',
    'POST /auth/verify',
    'POST /unsubscribe/x',
    'POST /api/auth/sign-in/email',
  ]
  expect(paths()).toEqual(expect.arrayContaining(found))
})

test.each(BODIES)('%s never fails on our side', async (_name, type, body) => {
  for (const path of paths()) {
    const { status } = await send(path, type, body)
    expect(status, `${path} ${failures.map((each) => (each as { err: Error }).err.stack)}`).toBeLessThan(500)
  }
  expect(failures).toEqual([])
})

test('a body that breaks off while it is read never fails on our side', async () => {
  for (const type of [MULTIPART, URLENCODED, 'application/json'])
    for (const path of paths()) {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('--x\r\n'))
        },
        pull(controller) {
          controller.error(new Error('aborted'))
        },
      })
      expect((await send(path, type, body)).status, `${path} ${type}`).toBeLessThan(500)
    }
  expect(failures).toEqual([])
})

test.each(['/auth/link', '/auth/verify'])('%s refuses with 400 a form that it cannot read', async (path) => {
  for (const [name, type, body] of BODIES.filter(([, type]) => type.startsWith('multipart')))
    expect((await send(`POST ${path}`, type, body)).status, name).toBe(400)
  expect((await send(`POST ${path}`, 'application/json', '{}')).status).toBe(400)
})
