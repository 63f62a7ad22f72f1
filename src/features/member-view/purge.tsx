import { MemberPurge } from '../purges/member-purge.tsx'
import { ThingList } from './latest-things.tsx'
import { Section, type SectionProps } from './section.tsx'

/** All that they wrote and did, taken away at once. */
export function Purge({ view: { member, may_act, latest } }: SectionProps) {
  return (
    <Section title="Purge">
      <MemberPurge username={member.username} mayAct={may_act} latest={<ThingList things={latest} />} />
    </Section>
  )
}
