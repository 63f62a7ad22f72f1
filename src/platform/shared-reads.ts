declare global {
  /** Set on the server by `provideServerClient`. */
  var $sharedReads: { read<T>(name: string, load: () => Promise<T>): Promise<T> } | undefined
}

/**
 * Loads data that many pages show. The server caches it until its tags are dropped; the browser just loads
 * it. A name must always have the same `load`, and the result must not be changed.
 */
export function readShared<T>(name: string, load: () => Promise<T>): Promise<T> {
  return (import.meta.env.SSR && globalThis.$sharedReads?.read(name, load)) || load()
}
