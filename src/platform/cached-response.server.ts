import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { withPageFlags } from './page-protocol.ts'

/** What a page or an operation answers, before it is kept. */
export interface RenderedResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
}

type Encoding = 'br' | 'gzip' | 'identity'

interface EncodedBody {
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Everybody asks each time, and mostly hears 304: an answer may change within a second. */
const REVALIDATE = 'public, max-age=0, must-revalidate'
/** Below this a compressed answer is hardly smaller. */
const WORTH_COMPRESSING = 512
/** Bytes of an answer's headers, keys and places in tables, measured. */
const ENTRY_OVERHEAD_BYTES = 3000
/** Types that are compressed in themselves. */
const COMPRESSED = /^(image\/(png|webp)|font\/woff2)$/

/** A finished public answer: the same bytes for everybody, compressed once for each encoding that is asked for. */
export class CachedResponse {
  readonly status: number
  readonly etag: string
  /** HTML, for people. */
  readonly isPage: boolean
  private readonly identity: EncodedBody
  private readonly compressed = new Map<Encoding, EncodedBody | Promise<EncodedBody>>()
  /** Told when a compressed form was added: `weight` is another. */
  onResize: (() => void) | undefined

  constructor({ status, headers, body }: RenderedResponse) {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
    this.status = status
    this.isPage = headers['content-type']?.startsWith('text/html') ?? false
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const common = { 'cache-control': REVALIDATE, ...headers, vary: 'accept-encoding', etag: this.etag }
    this.identity = { headers: common, body: bytes }
  }

  /** Bytes that keeping it costs: its forms as they are, and some for what stands around them. */
  get weight(): number {
    const forms = [this.identity, ...this.compressed.values()]
    return forms.reduce(
      (sum, encoded) => sum + (encoded instanceof Promise ? 0 : encoded.body.byteLength),
      ENTRY_OVERHEAD_BYTES,
    )
  }

  /**
   * The same, marked as what was true at a moment (ms): a page says so, as one does that was kept on the device
   * (features/offline/cached-html.ts); anything else in its header. Nobody keeps it any further.
   */
  asOf(moment: number): CachedResponse {
    const { headers, body } = this.identity
    const { etag: _, vary: __, ...own } = headers
    const isPage = own['content-type']?.startsWith('text/html') && !own.age
    return new CachedResponse({
      status: this.status,
      headers: {
        ...own,
        age: String(Math.round((Date.now() - moment) / 1000)),
        'cache-control': 'no-store',
      },
      body: isPage
        ? withPageFlags(new TextDecoder().decode(body), { kept: new Date(moment).toISOString() })
        : body,
    })
  }

  /** The answer to one request: 304 if the client has it, else in the encoding it prefers. */
  respond(request: Request): Response | Promise<Response> {
    const form = this.form(negotiate(request.headers.get('accept-encoding')))
    return form instanceof Promise
      ? form.then((ready) => this.send(ready, request))
      : this.send(form, request)
  }

  private send({ headers, body }: EncodedBody, request: Request): Response {
    if (this.status === 200 && request.headers.get('if-none-match')?.includes(this.etag))
      return new Response(null, { status: 304, headers })
    return new Response(request.method === 'HEAD' ? null : body, { status: this.status, headers })
  }

  private form(encoding: Encoding): EncodedBody | Promise<EncodedBody> {
    if (encoding === 'identity' || !this.isWorthCompressing) return this.identity
    const known = this.compressed.get(encoding)
    if (known) return known
    const form = this.compress(encoding)
    this.compressed.set(encoding, form)
    return form
  }

  private get isWorthCompressing(): boolean {
    const { body, headers } = this.identity
    return body.byteLength >= WORTH_COMPRESSING && !COMPRESSED.test(headers['content-type'] ?? '')
  }

  private async compress(encoding: 'br' | 'gzip'): Promise<EncodedBody> {
    const { body, headers } = this.identity
    const packed =
      encoding === 'br'
        ? // Quality 5: 2 ms for a list of 50 posts, within 4 % of quality 9.
          await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : await compressGzip(body, { level: 6 })
    const form = {
      headers: { ...headers, 'content-encoding': encoding },
      body: new Uint8Array(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength),
    }
    this.compressed.set(encoding, form)
    this.onResize?.()
    return form
  }
}

/** The encoding to answer with, by the request's Accept-Encoding. */
export function negotiate(accept: string | null | undefined): Encoding {
  if (!accept) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept)) return 'gzip'
  return 'identity'
}
