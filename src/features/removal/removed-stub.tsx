import { useViewerState } from '../viewer-state/use-viewer-state.ts'
import type { Thing } from './act.ts'
import { KeptWords } from './kept-words.tsx'
import type { Stub } from './removal-schema.ts'

interface Props extends Thing {
  removal: Stub
}

/** In the place of a comment or a note that was removed; its author and staff can read what it said. */
export function RemovedStub({ kind, id, removal: { rule, action_id, is_hidden } }: Props) {
  return (
    <>
      <p className="pt-1.5 text-muted">
        <i>
          {is_hidden ? 'Hidden until a moderator has looked at it' : 'Removed by a moderator'}
          {rule && `: rule ${rule}`}
        </i>{' '}
        <a href={`/moderation?action=${action_id}`} className="text-act underline">
          Why
        </a>
      </p>
      <KeptForThem kind={kind} id={id} removal={{ action_id, is_hidden }} />
    </>
  )
}

/** What was removed, for its author and for who may restore it; nothing for all others. */
export function KeptForThem({
  kind,
  id,
  removal: { action_id, is_hidden },
}: Thing & { removal: Pick<Stub, 'action_id' | 'is_hidden'> }) {
  const can = useViewerState(kind, id)?.can
  if (!can?.delete && !can?.remove) return null
  return (
    <KeptWords
      kind={kind}
      id={id}
      mayRestore={can.remove}
      appealHref={!can.remove && !is_hidden && `/appeal/${action_id}`}
    />
  )
}
