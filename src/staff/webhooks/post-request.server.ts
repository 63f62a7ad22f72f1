import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { PrivateAddressError, publicAddressAgent } from '../../platform/http/public-address.server.ts'
import { oneLine } from '../../platform/text.ts'
import { NOT_PUBLIC, RESPONSE_MAX, SEND_TIMEOUT_MS } from './policy.ts'

export interface PostResult {
  status: number | null
  duration_ms: number
  /** The beginning of the response, at most RESPONSE_MAX characters. */
  response: string | null
  error: string | null
}

/**
 * Posts JSON to a URL that an admin typed. Connects to public addresses only, follows no redirects, and takes at most
 * SEND_TIMEOUT_MS. Never throws.
 */
export async function postJson(
  url: URL,
  body: string,
  headers: Record<string, string>,
  { allowsLoopback, timeout = SEND_TIMEOUT_MS }: { allowsLoopback: boolean; timeout?: number },
): Promise<PostResult> {
  const started = performance.now()
  const duration = () => Math.round(performance.now() - started)
  const signal = AbortSignal.timeout(timeout)
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: publicAddressAgent(url, allowsLoopback),
    headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': 'Threshold' },
    signal,
  })
  // Errors after the response, such as a reset while it is read, have no other listener.
  request.on('error', () => {})
  try {
    const answered = once(request, 'response')
    request.end(body)
    const [response] = (await answered) as [IncomingMessage]
    const text = await readBeginning(response)
    return { status: response.statusCode ?? null, duration_ms: duration(), response: text, error: null }
  } catch (error) {
    return { status: null, duration_ms: duration(), response: null, error: errorText(error, signal) }
  } finally {
    request.destroy()
  }
}

/** Reads the first characters of a response. The status counts even if the connection is lost meanwhile. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= RESPONSE_MAX) break
    }
  } catch {
    // Keeps the part that was received.
  }
  return shorten(Buffer.concat(chunks).subarray(0, RESPONSE_MAX).toString(), RESPONSE_MAX)
}

const ERROR_MAX = 200

function errorText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `No response within ${SEND_TIMEOUT_MS / 1000} seconds`
  if (error instanceof PrivateAddressError) return NOT_PUBLIC
  const { code, message } = error as { code?: string; message?: string }
  return shorten([code, message].filter(Boolean).join(': '), ERROR_MAX)
}

/** PostgreSQL stores no U+0000, which `oneLine` leaves. */
function shorten(text: string, length: number): string {
  return oneLine(text.replaceAll('\0', '')).slice(0, length).toWellFormed()
}
