/** What a browser keeps for the forum, by name. Reading and writing never throws. */
export interface SafeStorage {
  get(name: string): string | null
  /** False: the browser forbids it or has no room, and the text is kept in this page alone, until it is left. */
  set(name: string, text: string): boolean
  remove(name: string): void
  names(): string[]
}

/** For all tabs, and for the next visit. */
export const deviceStorage = safe(() => localStorage)
/** For this tab alone, and its reloads. */
export const tabStorage = safe(() => sessionStorage)

/** Where a browser forbids site data even to look at its storage throws, and so do locks between tabs. */
export function isStorageForbidden(): boolean {
  try {
    return !localStorage
  } catch {
    return true
  }
}

/** The workers of this site, if the browser has any for it. */
export function workerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

function safe(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>()
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result) => {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }
  const put = (name: string, text: string) => (storage: Storage) => {
    storage.setItem(name, text)
    return true
  }
  return {
    get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
    set(name, text) {
      const isStored = attempt(put(name, text), false)
      if (isStored) memory.delete(name)
      else memory.set(name, text)
      return isStored
    },
    remove(name) {
      memory.delete(name)
      attempt((storage) => storage.removeItem(name), undefined)
    },
    names: () => [...new Set([...memory.keys(), ...attempt(Object.keys, [])])],
  }
}
