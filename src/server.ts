import { createServices, startServices, stopServices } from './api/services.server.ts'
import { createApp } from './app.server.ts'
import { loadConfig } from './platform/config.server.ts'

const services = createServices(loadConfig(process.env))
const app = createApp(services)

/** The server entry: development and production run the same `fetch`. */
export default {
  fetch: app.fetch,
  /** Connects the nodes and starts the jobs. Resolves when the forum can serve. */
  start: () => startServices(services),
  /** Ends the event streams, which never end by themselves; their readers come back. */
  endStreams: app.endStreams,
  /** Finishes what is under way and lets go of the database. */
  stop: () => stopServices(services),
}
