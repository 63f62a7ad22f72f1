declare global {
  var $sharedReads: { read<T>(name: string, load: () => Promise<T>): Promise<T> } | undefined
}

/** Data that many pages share, cached by the server until a tag is invalidated. A name always has the same `load`. */
export function readShared<T>(name: string, load: () => Promise<T>): Promise<T> {
  return (import.meta.env.SSR && globalThis.$sharedReads?.read(name, load)) || load()
}
