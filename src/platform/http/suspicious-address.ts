const SUSPICIOUS = /(?:javascript|vbscript|data):/i

/** Throws if the URL contains code. Text typed by a reader is always encoded, so it never matches. */
export function refuseSuspicious(address: string): void {
  if (SUSPICIOUS.test(address)) throw new Error('Blocked suspicious request')
}
