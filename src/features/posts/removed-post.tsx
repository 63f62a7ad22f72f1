import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { Icon } from '../../ui/icon.tsx'
import { KeptForThem } from '../removal/removed-stub.tsx'
import type { RemovedPost as Removed } from './queries.ts'

/** All that the address of a post shows once a moderator has removed it. */
export function RemovedPost({ post: { id, removal } }: { post: Removed }) {
  const queryClient = useQueryClient()
  return (
    <article className="post">
      <a href="/forum" className="back-link">
        <Icon icon="icon-arrow-left" />
        Back to Forum
      </a>
      <h1 className="mb-3 text-2xl md:text-3xl">This post was removed by a moderator.</h1>
      {removal.rule && <p className="mb-3 text-lg">{removal.rule}</p>}
      {removal.reason && <p className="mb-3 whitespace-pre-wrap break-words">{removal.reason}</p>}
      <p className="text-muted">
        <a href={`/moderation?action=${removal.action_id}`} className="underline hover:no-underline">
          See it in the log of moderation
        </a>
      </p>
      <KeptForThem
        kind="post"
        id={id}
        onChanged={() => queryClient.invalidateQueries({ queryKey: api.posts.key() })}
      />
    </article>
  )
}
