import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Figures } from './figures.ts'
import { releaseQuery } from './queries.ts'
import { Section } from './section.tsx'

/** The version, and what is new in it once somebody wants to know. */
export function Release({ release: { version, migration, sign } }: Pick<Figures, 'release'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = useQuery({ ...releaseQuery(), enabled: isOpen })
  return (
    <Section id="release" title="Version" sign={sign}>
      <p className="mt-3 wrap-anywhere">
        {version}, with the database at {migration}
      </p>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer py-2.5 text-sm text-muted">What is new</summary>
        {isError && !data && <p className="text-muted">It could not be loaded.</p>}
        {data && <h3 className="text-lg">{data.title}</h3>}
        {data?.groups.map(({ title, items }) => (
          <div key={title} className="mt-3">
            <h4 className="font-semibold">{title}</h4>
            <ul className="max-w-3xl text-sm leading-relaxed wrap-anywhere">
              {items.map((item) => (
                <li key={item} className="border-b border-line py-2">
                  {item.replaceAll('`', '')}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </Section>
  )
}
