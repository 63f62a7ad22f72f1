/** Creates a fake localStorage with enumerable entries. setItem() throws beyond `room` characters in all. */
export function fakeStorage(room = Number.POSITIVE_INFINITY): Storage {
  const entries: Record<string, string> = {}
  const methods = {
    getItem: (name: string) => entries[name] ?? null,
    removeItem: (name: string) => void delete entries[name],
    setItem: (name: string, text: string) => {
      const others = Object.entries(entries).filter(([other]) => other !== name)
      if (others.flat().join('').length + text.length > room)
        throw new DOMException('full', 'QuotaExceededError')
      entries[name] = text
    },
  }
  const entry = { enumerable: true, configurable: true }
  return new Proxy(methods, {
    ownKeys: () => Object.keys(entries),
    getOwnPropertyDescriptor: () => entry,
  }) as unknown as Storage
}
