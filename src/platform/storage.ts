/** Browser storage that never throws. */
export interface SafeStorage {
  get(name: string): string | null
  /** Stores the text. If storage is forbidden or full, only keeps it in memory and returns false. */
  set(name: string, text: string): boolean
  remove(name: string): void
  names(): string[]
}

/** Storage of the device, shared by all tabs. */
export const deviceStorage = safe(() => localStorage)
/** Storage of this tab, which survives reloads. */
export const tabStorage = safe(() => sessionStorage)

/** Returns whether the browser forbids site data. Accessing storage then throws, and so do Web Locks. */
export function isStorageForbidden(): boolean {
  try {
    return !localStorage
  } catch {
    return true
  }
}

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
