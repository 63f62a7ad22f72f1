export type LinkKind = 'confirm' | 'stop' | 'stranger'

export type LinkOutcome = 'confirmed' | 'expired' | 'taken'

/** Kinds of access that a link has ended, in the order shown on the page. */
const ACCESS_KINDS = ['sessions', 'second-factor', 'passkeys', 'providers', 'tokens', 'email-change'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

export type EndedAccess = Partial<Record<AccessKind, number>>

/** Serializes the ended access for the URL, with the number of each kind: `sessions.2_passkeys.1`. */
export function serializeEndedAccess(ended: EndedAccess): string {
  return ACCESS_KINDS.filter((kind) => ended[kind])
    .map((kind) => `${kind}.${ended[kind]}`)
    .join('_')
}

/** Parses the value from the URL and ignores invalid parts. */
export function parseEndedAccess(text: string): [AccessKind, number][] {
  return text.split('_').flatMap((part) => {
    const [name, count] = part.split('.')
    const kind = ACCESS_KINDS.find((each) => each === name)
    return kind && /^[1-9]\d{0,3}$/.test(count ?? '') ? [[kind, Number(count)] as [AccessKind, number]] : []
  })
}
