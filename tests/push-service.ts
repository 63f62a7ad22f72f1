import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPush {
  payload: unknown
  headers: IncomingMessage['headers']
  /** Claims of the VAPID token, whose signature was verified. */
  claims: { aud: string; exp: number; sub: string }
  /** The forum's public key, in base64url. */
  key: string
}

/** A push service and one browser that subscribed at it. It decrypts messages with its own code, not the forum's. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const browser = createBrowserKeys()
  const answer = { status: 201 }
  const server = createServer((request, response) => {
    receive(request, browser)
      .then((push) => received.push(push))
      .then(
        () => response.writeHead(answer.status).end(),
        (error: unknown) => response.writeHead(418, String(error)).end(),
      )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    /** Status of the following responses. */
    answer,
    subscription: { endpoint: `${origin}/push/${randomBytes(9).toString('base64url')}`, ...browser.keys },
    stop: () => new Promise((done) => server.close(done)),
  }
}

export function createBrowserKeys() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  return { pair, publicKey, auth, keys }
}

async function receive(request: IncomingMessage, browser: ReturnType<typeof createBrowserKeys>) {
  const body = Buffer.concat(await request.toArray())
  const { headers } = request
  if (request.method !== 'POST' || headers['content-encoding'] !== 'aes128gcm' || body.length > 4096)
    throw new Error('not a push message')
  const payload = JSON.parse(decrypt(body, browser).toString())
  return { payload, headers, ...verified(headers.authorization) }
}

/** Verifies `Authorization: vapid t=JWT, k=KEY` (RFC 8292). Throws if the signature is wrong. */
function verified(authorization = ''): Pick<ReceivedPush, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
  if (!isSigned || alg !== 'ES256') throw new Error('wrong signature')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

/** Decrypts a message of one record (RFC 8291 and RFC 8188). */
function decrypt(body: Buffer, { pair, publicKey, auth }: ReturnType<typeof createBrowserKeys>): Buffer {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const senderKey = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  // The byte 2 ends the last record's text. Zeros may follow.
  return padded.subarray(0, padded.lastIndexOf(2))
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
