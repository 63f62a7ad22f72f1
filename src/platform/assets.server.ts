import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MiddlewareHandler } from 'hono'
import { PageCache } from './pages.server.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
/** Files under /assets/ carry a hash of their content in the name; the others may change with a new version. */
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** The files of the browser build: read and compressed once. Anything else is left to the next handler. */
export function assets(folder = new URL('../client/', import.meta.url)): MiddlewareHandler {
  const cache = new PageCache({ freshFor: Number.POSITIVE_INFINITY })
  return async (c, next) => {
    const type = TYPES[extname(c.req.path)]
    const file = new URL(`.${c.req.path}`, folder)
    if (!type || !file.href.startsWith(folder.href)) return next()
    const make = async () => ({
      status: 200,
      headers: { 'content-type': type, 'cache-control': c.req.path.startsWith('/assets/') ? FOREVER : A_DAY },
      body: new Uint8Array(await readFile(fileURLToPath(file))),
    })
    const answer = await cache.read(c.req.path, make).catch(() => undefined)
    return answer ? answer.respond(c.req.raw) : next()
  }
}
