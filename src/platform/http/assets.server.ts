import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { ResponseCache } from '../cache/response-cache.server.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** Matches files of the browser build. The pattern allows no slash, so no other folder can be reached. */
const HASHED = /^\/assets\/(\w[\w.$@-]*)$/

const FOLDERS = {
  client: new URL('../client/', import.meta.url),
  former: new URL('../former/', import.meta.url),
}

/** Serves the files of the browser build and compresses each one once. Calls the next handler for other paths. */
export function assets({ client, former } = FOLDERS): MiddlewareHandler {
  const cache = new ResponseCache({ freshFor: Number.POSITIVE_INFINITY })
  return async (c, next) => {
    const type = TYPES[extname(c.req.path)]
    const file = new URL(`.${c.req.path}`, client)
    if (!type || !file.href.startsWith(client.href)) return next()
    const isHashed = c.req.path.startsWith('/assets/')
    const make = async () => ({
      status: 200,
      headers: { 'content-type': type, 'cache-control': isHashed ? FOREVER : A_DAY },
      body: await readFile(file).catch((error) => {
        const [, name] = HASHED.exec(c.req.path) ?? []
        if (!name) throw error
        return readFile(new URL(name, former))
      }),
    })
    const answer = await cache.read(c.req.path, make).catch(() => undefined)
    return answer ? answer.respond(c.req.raw) : next()
  }
}
