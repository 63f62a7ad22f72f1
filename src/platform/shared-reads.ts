declare global {
  var $sharedReads: { read<T>(name: string, load: () => Promise<T>): Promise<T> } | undefined
}

/**
 * Reads data that many pages share. The server caches it until one of its tags is invalidated. Always pass
 * the same `load` for a name.
 */
export function readShared<T>(name: string, load: () => Promise<T>): Promise<T> {
  return (import.meta.env.SSR && globalThis.$sharedReads?.read(name, load)) || load()
}
