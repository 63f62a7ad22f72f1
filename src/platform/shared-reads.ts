declare global {
  /** On the server, once it stands (`provideServerClient`). */
  var $sharedReads: { read<T>(name: string, load: () => Promise<T>): Promise<T> } | undefined
}

/**
 * What many pages show alike beside what they are about. The server loads it once for all of them, until something that it
 * was made from changes; a browser loads it as anything else. `name` has one `load` alone, and nobody changes what comes.
 */
export function readShared<T>(name: string, load: () => Promise<T>): Promise<T> {
  return (import.meta.env.SSR && globalThis.$sharedReads?.read(name, load)) || load()
}
