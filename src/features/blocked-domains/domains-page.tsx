import { ManagePage } from '../manage/access.tsx'
import { BlockedDomains } from './blocked-domains.tsx'

/** For moderators and admins. */
export function DomainsPage() {
  return <ManagePage to="/manage/domains">{() => <BlockedDomains />}</ManagePage>
}
