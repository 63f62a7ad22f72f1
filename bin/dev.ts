// Runs the forum with hot reload, on the same database as `npm start`.
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import { StartError } from './failure.ts'
import { openForum } from './forum.ts'
import { runUntilStopped } from './shutdown.ts'

runUntilStopped(async (undo, crash) => {
  const { config, close } = await openForum({ onLost: crash })
  undo(close)
  const vite = await createServer({
    clearScreen: false,
    server: { port: config.PORT, host: config.HOST ?? true, strictPort: true },
  })
  undo(() => vite.close())
  await vite.listen().catch((error: Error) => {
    throw new StartError(error.message)
  })
  undo(async () => (await application(vite)).stop?.())
  await (await application(vite)).start?.()
  console.log(`ready ${config.PUBLIC_URL}`)
})

/** Returns the current server entry. Vite creates a new one after each edit. */
async function application(vite: ViteDevServer) {
  const environment = vite.environments.ssr
  if (!environment || !isRunnableDevEnvironment(environment))
    throw new StartError('Vite has no server environment.')
  return (await environment.runner.import('/src/app/server.ts')).default
}
