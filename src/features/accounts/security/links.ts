/** What a mailed link is for; where it leads changes nothing before its button is pressed. */
export type LinkKind = 'confirm' | 'stop' | 'stranger'

/** What became of it, as the page afterwards says it. */
export type LinkOutcome = 'confirmed' | 'expired' | 'taken'

/** Kinds of access to an account, in the order in which the page lists what was ended. */
export const ACCESS_KINDS = [
  'sessions',
  'second-factor',
  'passkeys',
  'providers',
  'tokens',
  'email-change',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** How much of each kind was ended. */
export type EndedAccess = Partial<Record<AccessKind, number>>

/** For the address of the page: `sessions.2_passkeys.1`. */
export function writeEnded(ended: EndedAccess): string {
  return ACCESS_KINDS.filter((kind) => ended[kind])
    .map((kind) => `${kind}.${ended[kind]}`)
    .join('_')
}

/** Anything may stand in the address: unknown kinds and numbers are ignored. */
export function readEnded(text: string): [AccessKind, number][] {
  return text.split('_').flatMap((part) => {
    const [name, count] = part.split('.')
    const kind = ACCESS_KINDS.find((each) => each === name)
    return kind && /^[1-9]\d{0,3}$/.test(count ?? '') ? [[kind, Number(count)] as [AccessKind, number]] : []
  })
}
