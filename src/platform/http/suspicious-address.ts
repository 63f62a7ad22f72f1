const SUSPICIOUS = /(?:javascript|vbscript|data):/i

/** Throws if the URL contains code. Typed text is always encoded and never matches. */
export function refuseSuspicious(address: string): void {
  if (SUSPICIOUS.test(address)) throw new Error('Blocked suspicious request')
}
