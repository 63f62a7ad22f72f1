import { badgeTint } from '../../ui/badge.tsx'

/** The forum's mark in the colour of a concept. */
export function ConceptSun({ color }: { color: string }) {
  return <span aria-hidden="true" className="concept-sun" style={badgeTint(color)} />
}
