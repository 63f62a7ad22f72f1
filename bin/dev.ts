// Runs the forum with hot reload, on the same database as `npm start`.
import {
  createServer,
  type InlineConfig,
  isRunnableDevEnvironment,
  type Plugin,
  type ViteDevServer,
} from 'vite'
import { StartError } from './failure.ts'
import { openForum } from './forum.ts'
import { step } from './progress.mjs'
import { runUntilStopped } from './shutdown.ts'

interface Application {
  start(): Promise<void>
  endStreams?(): void
  stop(): Promise<void>
}

runUntilStopped(async (undo, crash) => {
  const { config, close } = await openForum({ onLost: crash })
  undo(close)
  const runner = new ApplicationRunner()
  const server = { port: config.PORT, host: config.HOST ?? true, strictPort: true }
  const vite = await step('starting Vite', () => startVite({ server, plugins: [runner.plugin] }))
  undo(() => vite.close())
  undo(() => runner.stop())
  await vite.listen().catch((error: Error) => {
    throw new StartError(error.message)
  })
  await step('loading the forum', () => runner.update(vite))
  console.log(`ready ${config.PUBLIC_URL}`)
})

/** Creates Vite's server without its handler of SIGTERM, which would exit before the forum has stopped. */
async function startVite(config: InlineConfig): Promise<ViteDevServer> {
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({ clearScreen: false, ...config })
  for (const listener of process.listeners('SIGTERM'))
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  return vite
}

/** Starts the application. After an edit, Vite creates a new one: the next request stops the old one first. */
class ApplicationRunner {
  private running: Application | undefined
  private updating: Promise<void> = Promise.resolve()

  readonly plugin: Plugin = {
    name: 'application-runner',
    enforce: 'pre',
    configureServer: (vite) => () => {
      vite.middlewares.use((_request, _response, next) => {
        this.update(vite).then(() => next(), next)
      })
    },
  }

  update(vite: ViteDevServer): Promise<void> {
    this.updating = this.updating
      .catch(() => undefined)
      .then(async () => {
        const latest = await load(vite)
        if (latest === this.running) return
        await this.end()
        await latest.start()
        this.running = latest
      })
    return this.updating
  }

  async stop(): Promise<void> {
    await this.updating.catch(() => undefined)
    await this.end()
  }

  private async end(): Promise<void> {
    const { running } = this
    this.running = undefined
    running?.endStreams?.()
    await running?.stop()
  }
}

async function load(vite: ViteDevServer): Promise<Application> {
  const environment = vite.environments.ssr
  if (!environment || !isRunnableDevEnvironment(environment))
    throw new StartError('Vite has no server environment.')
  return (await environment.runner.import('/src/app/server.ts')).default
}
