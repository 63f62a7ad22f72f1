import { useEffect, useRef } from 'react'
import { badgeTint } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ConceptLabel } from './queries.ts'

interface Props {
  concepts: ConceptLabel[]
  /** Ids of the selected concepts. */
  chosen: string[]
  hrefOf: (ids: string[]) => string
}

/** Shows the selected concepts, each with a link that removes it, and a menu of the other concepts. */
export function ConceptFilter({ concepts, chosen, hrefOf }: Props) {
  const isChosen = ({ id }: ConceptLabel) => chosen.includes(id)
  const others = concepts.filter((concept) => !isChosen(concept))
  return (
    <>
      {concepts.filter(isChosen).map(({ id, name }) => (
        <a key={id} href={hrefOf(chosen.filter((each) => each !== id))} className="chip" aria-current="true">
          <bdi>{name}</bdi>
          <Icon icon="icon-x" className="size-3.5" />
          <span className="sr-only"> (remove)</span>
        </a>
      ))}
      {others.length > 0 && (
        <Chooser key={chosen.join()} others={others} hrefOf={(id) => hrefOf([...chosen, id])} />
      )}
    </>
  )
}

function Chooser({ others, hrefOf }: { others: ConceptLabel[]; hrefOf: (id: string) => string }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeFromOutside(details.current), [])
  return (
    <details ref={details} className="chooser">
      <summary className="chip">
        <Icon icon="icon-plus" className="size-3.5" />
        Concepts
      </summary>
      <div>
        {others.map(({ id, name, color }) => (
          <a key={id} href={hrefOf(id)} dir="auto" className="badge" style={badgeTint(color)}>
            {name}
          </a>
        ))}
      </div>
    </details>
  )
}

/** Makes a menu close on Escape and on a click outside it. */
function closeFromOutside(details: HTMLDetailsElement | null) {
  const close = (event: Event) => {
    const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
    const isElsewhere = event instanceof PointerEvent && !details?.contains(event.target as Node)
    if (!details?.open || !(isEscape || isElsewhere)) return
    details.open = false
    if (isEscape) details.querySelector('summary')?.focus()
  }
  document.addEventListener('pointerdown', close)
  document.addEventListener('keydown', close)
  return () => {
    document.removeEventListener('pointerdown', close)
    document.removeEventListener('keydown', close)
  }
}
