/** Ids of what this tab has sent: the live stream tells of it too, and that is no news here. */
const sent = new Set<string>()

export function noteSending(id: string): void {
  sent.add(id)
}

export function wasSentHere(id: string): boolean {
  return sent.has(id)
}
