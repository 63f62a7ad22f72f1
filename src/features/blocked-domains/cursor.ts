import { decodeCursor, encodeCursor, isTimestamp } from '../../platform/keyset.ts'
import { DOMAIN_MAX } from './policy.ts'

/** The domain after which a page begins. It has no id beside its name. */
export interface DomainCursor {
  created_at: string
  domain: string
}

export function writeDomainCursor({ created_at, domain }: DomainCursor): string {
  return encodeCursor([created_at, domain])
}

/** undefined when it is broken: it comes from an address. */
export function readDomainCursor(text: string): DomainCursor | undefined {
  const [created_at, domain] = decodeCursor(text)
  const isDomain = typeof domain === 'string' && domain.length <= DOMAIN_MAX && !domain.includes('\0')
  return isTimestamp(created_at) && isDomain ? { created_at, domain } : undefined
}
