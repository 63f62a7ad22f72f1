declare global {
  var $sharedReads: { read<T>(name: string, load: () => Promise<T>): Promise<T> } | undefined
}

/** Data of many pages, cached by the server until its tags are dropped. `load` is always the same for a name. */
export function readShared<T>(name: string, load: () => Promise<T>): Promise<T> {
  return (import.meta.env.SSR && globalThis.$sharedReads?.read(name, load)) || load()
}
