import type { ApiClient } from './api-client.ts'

interface PageRendering {
  /** Calls the API as a guest, without HTTP. */
  client: ApiClient
  sharedReads: { read<T>(name: string, load: () => Promise<T>): Promise<T> }
}

/** Set by app/wiring.server.ts on the server. Empty in the browser. */
export const pageRendering: Partial<PageRendering> = {}

/** Loads data that pages share. The server caches it until a tag is invalidated. A `name` must have only one `load`. */
export function readShared<T>(name: string, load: () => Promise<T>): Promise<T> {
  return (import.meta.env.SSR && pageRendering.sharedReads?.read(name, load)) || load()
}
