import { createServices, startServices, stopServices } from './api/services.server.ts'
import { createApp } from './app.server.ts'
import { loadConfig } from './platform/config.server.ts'
import { createJobsApp } from './probes-and-metrics.server.ts'
import { warmUp } from './warm-up.server.ts'

const services = createServices(loadConfig(process.env))
const servesPages = services.config.ROLE !== 'jobs'
const app = servesPages ? createApp(services) : createJobsApp(services)
/** better-auth takes 0.3 s, in which nothing else is answered: the first who signs in would keep everybody waiting. */
const loadAuth = () => import('./features/accounts/auth.server.ts')

/** The server entry: development and production run the same `fetch`. */
export default {
  fetch: app.fetch,
  /** Connects the nodes, starts the jobs, and loads what takes long to load. Resolves when the forum can serve. */
  start: async () => {
    await Promise.all([startServices(services), servesPages && loadAuth()])
    if (servesPages && import.meta.env.PROD) await warmUp(services)
  },
  /** Says from now on that it is not ready, and goes on serving. */
  leave: app.leave,
  /** Ends the event streams, which never end by themselves; their readers come back. */
  endStreams: app.endStreams,
  /** Finishes what is under way and lets go of the database. */
  stop: () => stopServices(services),
}
