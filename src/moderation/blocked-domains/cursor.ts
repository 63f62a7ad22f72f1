import { decodeCursor, encodeCursor, isTimestamp } from '../../platform/keyset.ts'
import { DOMAIN_MAX } from '../../shared/blocked-domains/policy.ts'

export interface DomainCursor {
  created_at: string
  domain: string
}

export function writeDomainCursor({ created_at, domain }: DomainCursor): string {
  return encodeCursor([created_at, domain])
}

/** Decodes a page cursor. Returns undefined if it is malformed. */
export function readDomainCursor(text: string): DomainCursor | undefined {
  const [created_at, domain] = decodeCursor(text)
  const isDomain = typeof domain === 'string' && domain.length <= DOMAIN_MAX && !domain.includes('\0')
  return isTimestamp(created_at) && isDomain ? { created_at, domain } : undefined
}
