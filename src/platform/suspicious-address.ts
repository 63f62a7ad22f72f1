const SUSPICIOUS = /(?:javascript|vbscript|data):/i

/** Throws for an address to fetch that is code instead: what members type is always encoded, and never looks so. */
export function refuseSuspicious(address: string): void {
  if (SUSPICIOUS.test(address)) throw new Error('Blocked suspicious request')
}
