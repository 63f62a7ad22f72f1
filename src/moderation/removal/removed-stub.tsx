import { Suspense } from 'react'
import { useViewerState } from '../../accounts/viewer-state/use-viewer-state.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import type { RemovalTarget } from './policy.ts'
import type { Stub } from './removal-schema.ts'

const RemovedOriginalText = lazyWithRetry(() => import('./removed-original.tsx'))

interface StubProps extends RemovalTarget {
  removal: Stub
}

/** A line in place of a removed comment or note, with the broken rule and, for author and staff, the text. */
export function RemovedStub({ kind, id, removal: { rule, action_id, is_hidden } }: StubProps) {
  return (
    <>
      <p className="pt-1.5 text-muted">
        <i>
          {is_hidden ? 'Hidden until a moderator reviews it' : 'Removed by a moderator'}
          {rule && `: rule ${rule}`}
        </i>{' '}
        <a href={`/moderation?action=${action_id}`} className="text-act underline">
          Why
        </a>
      </p>
      <RemovedOriginalForViewer kind={kind} id={id} removal={{ action_id, is_hidden }} />
    </>
  )
}

/** Shows the text of removed content to its author and to staff. Renders nothing for other viewers. */
export function RemovedOriginalForViewer({
  kind,
  id,
  removal: { action_id, is_hidden },
}: RemovalTarget & { removal: Pick<Stub, 'action_id' | 'is_hidden'> }) {
  const can = useViewerState(kind, id)?.can
  if (!can?.delete && !can?.remove) return null
  return (
    <Suspense>
      <RemovedOriginalText
        kind={kind}
        id={id}
        mayRestore={can.remove}
        appealHref={!can.remove && !is_hidden && `/appeal/${action_id}`}
      />
    </Suspense>
  )
}
