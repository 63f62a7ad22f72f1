import type { ApiClient } from './api-client.ts'

interface PageRendering {
  /** Calls the API as a guest, without HTTP. */
  client: ApiClient
  sharedReads: { read<T>(name: string, load: () => Promise<T>): Promise<T> }
}

/** Set by app/wiring.server.ts. Empty in the browser. */
export const pageRendering: Partial<PageRendering> = {}

/** Data that many pages share, cached by the server until a tag is invalidated. A name always has the same `load`. */
export function readShared<T>(name: string, load: () => Promise<T>): Promise<T> {
  return (import.meta.env.SSR && pageRendering.sharedReads?.read(name, load)) || load()
}
