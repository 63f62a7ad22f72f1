import { type ReactNode, useId } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import type { MemberView } from './contract.ts'

export interface SectionProps {
  view: MemberView
  viewer: Viewer
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}
