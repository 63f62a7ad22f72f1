/** Ids of what was just sent from here: the keyboard and the eyes are led to it once it stands there. */
const arriving = new Set<string>()

export function expectArrival(id: string): void {
  arriving.add(id)
}

/** Once for each that is expected. */
export function isArriving(id: string): boolean {
  return arriving.delete(id)
}
