import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type Config, loadConfig } from '../src/platform/config/config.server.ts'
import { Drain, drainSeconds } from '../src/platform/http/drain.server.ts'
import { createHttpServer } from '../src/platform/http/http-server.server.ts'
import { StartError } from './failure.ts'
import { type Forum, openForum } from './forum.ts'
import { freePort } from './port.ts'
import { runUntilStopped, type Undo } from './shutdown.ts'
import { runWorkers } from './workers.ts'

type Application = {
  fetch(request: Request, env?: unknown): Response | Promise<Response>
  start?(): void | Promise<void>
  leave?(): void
  endStreams?(): void
  stop?(): void | Promise<void>
}

const IN_FLIGHT = 10_000 // time limit in ms for requests in progress at shutdown

runUntilStopped(async (undo, crash) => {
  process.env.NODE_ENV ??= 'production'
  if (process.env.PORT?.trim() === '0') process.env.PORT = String(await freePort())
  const { config, close } = cluster.isWorker ? openedByPrimary() : await openForum({ onLost: crash })
  undo(close)
  if (cluster.isPrimary && config.WORKERS > 1) await runWorkers(config, undo)
  else await serve(config, undo, crash)
  if (cluster.isPrimary) console.log(`ready ${config.PUBLIC_URL}`)
})

function openedByPrimary(): Forum {
  // Workers receive the port to listen on over this channel, so the channel must keep the process alive.
  process.channel?.ref()
  return { config: loadConfig(process.env), close: async () => undefined }
}

async function serve(config: Config, undo: Undo, crash: (error: unknown) => void): Promise<void> {
  const path = new URL('../dist/server/server.js', import.meta.url).href
  const application: Application = (await import(path)).default
  undo(() => within(IN_FLIGHT, application.stop?.()))
  await application.start?.()
  const listener = getRequestListener((request, env) => application.fetch(request, env))
  const drain = new Drain()
  const server = createHttpServer(drain.over(listener), config)
  await listen(server, config.PORT, config.HOST)
  undo(() => finish(server, application))
  let seconds = drainSeconds(config)
  undo(() => {
    application.leave?.()
    return drain.leave(seconds)
  })
  // After an uncaught error, the state is unknown. Shut down at once; a supervisor has to restart the forum.
  const crashAtOnce = (error: unknown) => {
    seconds = 0
    crash(error)
  }
  process.on('uncaughtException', crashAtOnce)
  process.on('unhandledRejection', crashAtOnce)
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new StartError(
            `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
          ),
        )
      else reject(new StartError(`Cannot listen on ${host ?? ''}:${port}: ${error.message}`))
    })
    server.listen(port, host, () => resolve())
  })
}

async function finish(server: Server, application: Application): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  application.endStreams?.()
  // Without this, idle keep-alive connections would stay open for five seconds.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await within(IN_FLIGHT, closed)
  clearInterval(idle)
  server.closeAllConnections()
}

async function within(milliseconds: number, work: unknown): Promise<void> {
  await Promise.race([work, sleep(milliseconds, undefined, { ref: false })])
}
