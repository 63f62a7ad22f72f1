import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config/config.server.ts'
import {
  addressGroup,
  addressNetwork,
  clientAddress,
  createNetworkCheck,
  NETWORK_SHARE,
} from './address.server.ts'

const LIMITS = {
  /** Maximum milliseconds to receive all headers, counted from the connection or the request's first byte. */
  headers: 10_000,
  request: 60_000,
  /** Maximum milliseconds without progress of a response. Live streams send every 25 s, so they stay open. */
  stall: 60_000,
  keepAlive: 5000,
  /** Keep-alive milliseconds behind a proxy: more than the proxy's 60 s, so that the proxy closes first. */
  keepAliveOfProxy: 75_000,
  /** Maximum number of connections, enough for 10,000 readers with live streams, which take about 400 MB. */
  total: 16_000,
  /** Maximum connections per IP address. 70 people at a school may share one, each with a live stream. */
  address: 512,
  /** Milliseconds between checks for slow requests. */
  lookEvery: 2000,
}

export type ConnectionLimits = typeof LIMITS
type Settings = Pick<Config, 'RATE_LIMITS' | 'TRUSTED_PROXIES'>

/** Ends slow requests and unread responses. Limits connections per address, except for trusted proxies. */
export function createHttpServer(
  listener: RequestListener,
  { RATE_LIMITS, TRUSTED_PROXIES }: Settings,
  limits: ConnectionLimits = LIMITS,
): Server {
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.lookEvery,
      keepAliveTimeout: TRUSTED_PROXIES.length > 0 ? limits.keepAliveOfProxy : limits.keepAlive,
    },
    listener,
  )
  server.timeout = limits.stall
  if (RATE_LIMITS) limitConnections(server, limits, TRUSTED_PROXIES)
  return server
}

function limitConnections(server: Server, limits: ConnectionLimits, proxies: readonly string[]): void {
  const addressOf = clientAddress([])
  const isProxy = createNetworkCheck(proxies)
  const counts = new Map<string, number>()
  /** Connections without a running request, ordered by how long they have been idle, longest first. */
  const silent = new Set<Socket>()
  let open = 0
  server.on('connection', (socket) => {
    const address = addressOf(socket.remoteAddress, null)
    const owners = isProxy(address) ? [] : ownersOf(address, limits.address)
    if (owners.some(([owner, most]) => (counts.get(owner) ?? 0) >= most)) return socket.destroy()
    if (open >= limits.total && !endOldest(silent)) return socket.destroy()
    open++
    silent.add(socket)
    for (const [owner] of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    socket.once('close', () => {
      open--
      silent.delete(socket)
      for (const [owner] of owners) release(counts, owner)
    })
  })
  const latest = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => {
    silent.delete(socket)
    latest.set(socket, response)
    response.once('finish', () => {
      // A pipelined connection is only idle after the response to its latest request.
      if (latest.get(socket) === response && !socket.destroyed) silent.add(socket)
    })
  })
}

/** Returns the names of the connection counters for an address, each with its limit. */
function ownersOf(address: string, most: number): [string, number][] {
  const network = addressNetwork(address)
  const own: [string, number] = [addressGroup(address), most]
  return network ? [own, [network, most * NETWORK_SHARE]] : [own]
}

function endOldest(silent: Set<Socket>): boolean {
  const [oldest] = silent
  if (!oldest) return false
  silent.delete(oldest)
  oldest.destroy()
  return true
}

function release(counts: Map<string, number>, owner: string): void {
  const left = (counts.get(owner) ?? 0) - 1
  if (left > 0) counts.set(owner, left)
  else counts.delete(owner)
}
