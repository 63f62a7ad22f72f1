import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey, PasskeyAnswer } from '../src/accounts/passkeys/schema.ts'

interface CreationOptions {
  challenge: string
  user: { id: string }
}

interface RequestOptions {
  challenge: string
}

/** Deviations from the WebAuthn protocol, by a device or by an attacker between the device and the forum. */
interface Quirks {
  origin?: string
  rpId?: string
  isVerified?: boolean
  crossOrigin?: boolean
  userHandle?: string
  challenge?: string
  type?: string
  /** If true, the signature is invalid. */
  isForged?: boolean
}

const PRESENT = 0x01
const VERIFIED = 0x04
const SYNCABLE = 0x08
const SYNCED = 0x10
const WITH_KEY = 0x40

/** Simulates a WebAuthn device that creates a passkey and signs challenges with it. */
export class PasskeyDevice {
  readonly id = randomBytes(32)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly site: { origin: string; rpId: string }
  private userHandle = base64url(randomBytes(16))
  /** Number of signatures so far. Stays 0 unless `counts` is set. */
  counter = 0
  private readonly counts: boolean
  isSynced: boolean

  constructor(url: string, { counts = false, isSynced = true } = {}) {
    const { origin, hostname } = new URL(url)
    this.site = { origin, rpId: hostname }
    this.counts = counts
    this.isSynced = isSynced
  }

  create({ challenge, user }: CreationOptions, quirks: Quirks = {}): NewPasskey {
    this.userHandle = user.id
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', this.authenticatorData(quirks, this.keyData())],
      ]) as never,
    )
    return {
      ...this.credential(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, quirks),
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  get({ challenge }: RequestOptions, quirks: Quirks = {}): PasskeyAnswer['response'] {
    if (this.counts) this.counter++
    const clientDataJSON = this.clientData('webauthn.get', challenge, quirks)
    const authenticatorData = this.authenticatorData(quirks)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const text = Buffer.concat([authenticatorData, hash])
    const signature = sign('sha256', quirks.isForged ? Buffer.from('another') : text, this.keys.privateKey)
    return {
      ...this.credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: quirks.userHandle ?? this.userHandle,
      },
    }
  }

  private credential() {
    return { id: base64url(this.id), rawId: base64url(this.id), type: 'public-key' as const }
  }

  private clientData(type: string, challenge: string, quirks: Quirks): string {
    const { origin = this.site.origin, crossOrigin = false } = quirks
    const said = { type: quirks.type ?? type, challenge: quirks.challenge ?? challenge, origin, crossOrigin }
    return base64url(Buffer.from(JSON.stringify(said)))
  }

  private authenticatorData(
    { rpId = this.site.rpId, isVerified = true }: Quirks,
    key?: Uint8Array,
  ): Uint8Array<ArrayBuffer> {
    const flags =
      PRESENT | (isVerified ? VERIFIED : 0) | (this.isSynced ? SYNCABLE | SYNCED : 0) | (key ? WITH_KEY : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const place = createHash('sha256').update(rpId).digest()
    return Uint8Array.from(Buffer.concat([place, Buffer.from([flags]), counter, key ?? Buffer.alloc(0)]))
  }

  /** Returns the credential data: device type (unknown), id and public key (COSE, ES256). */
  private keyData(): Uint8Array {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    return Buffer.concat([Buffer.alloc(16), length, this.id, cose(this.keys.publicKey)])
  }
}

function cose(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  )
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
