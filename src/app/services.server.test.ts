import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { Bus } from '../platform/bus/bus.server.ts'
import { PostgresTransport } from '../platform/bus/postgres-transport.server.ts'
import { loadConfig } from '../platform/config/config.server.ts'
import { job } from '../platform/jobs/jobs.server.ts'
import { createServices, stopServices } from './services.server.ts'

test('what the last job of a node says reaches the others', async () => {
  const { url } = await testDatabase()
  const services = createServices(loadConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' }))
  const other = new Bus(services.log, new PostgresTransport(url, services.log))
  const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const last = job<{ words: string }>('last')
  services.jobs.handle(last, async ({ words }) => {
    began.resolve()
    await end.promise
    services.bus.publish('last', words)
  })
  await Promise.all([other.start(), services.bus.start(), services.jobs.start()])
  await services.jobs.add(last, { words: 'done' })
  await began.promise
  const heard = vi.fn()
  other.subscribe('last', heard)
  const stopping = stopServices(services)
  end.resolve()
  await stopping
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('done'))
  await other.stop()
})
