import { MemberSanctions } from '../sanctions/member-sanctions.tsx'
import { Section, type SectionProps } from './section.tsx'

/** What is and was set against them; to be lifted, and to set more. */
export function Sanctions({ view }: SectionProps) {
  return (
    <Section title="Sanctions">
      <MemberSanctions username={view.member.username} />
    </Section>
  )
}
