import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { Sink, Stream } from '../bus/live.server.ts'

export interface StreamEnv {
  Bindings: { outgoing?: ServerResponse }
  Variables: { address: string; openStream?: (sink: Sink) => Stream }
}

/** Runs a route's `openStream`, on Node's response if possible. Register it before header middleware. */
export function streaming(): MiddlewareHandler<StreamEnv> {
  return async (c, next) => {
    await next()
    const { openStream } = c.var
    // A HEAD request has no body and would leave the stream open.
    if (!openStream || c.req.raw.method !== 'GET') return
    const outgoing = c.env?.outgoing
    const { res } = c
    // Clears the response first, because Hono would add its headers to the new one.
    c.res = undefined
    c.res = outgoing
      ? sendDirectly(outgoing, res, openStream)
      : new Response(toReadableStream(openStream), res)
  }
}

function sendDirectly(outgoing: ServerResponse, { status, headers }: Response, open: (sink: Sink) => Stream) {
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  outgoing.setHeaders(headers as Headers & Map<string, string>).writeHead(status)
  const stream = open(outgoing)
  outgoing.on('close', stream.left)
  // Handles failed writes, which occur while a reader disconnects.
  outgoing.on('error', stream.left)
  return RESPONSE_ALREADY_SENT
}

export function toReadableStream(open: (sink: Sink) => Stream): ReadableStream<Uint8Array> {
  let stream: Stream | undefined
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        stream = open({
          write: (bytes) => controller.enqueue(bytes),
          end: () => controller.close(),
          destroy: () => controller.error(new Error('This stream was closed because it wasn’t read.')),
          get writableLength() {
            return -(controller.desiredSize ?? 0)
          },
        })
      },
      cancel: () => stream?.left(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  )
}
