import { KeptForThem } from '../removal/removed-stub.tsx'
import type { RemovedPost as Removed } from './queries.ts'

/** All that the address of a post shows once a moderator has removed it. */
export default function RemovedPost({ post: { id, removal } }: { post: Removed }) {
  return (
    <article className="post">
      <h1 className="mb-3 text-2xl md:text-3xl">
        {removal.is_hidden
          ? 'This post is hidden until a moderator has looked at it.'
          : 'This post was removed by a moderator.'}
      </h1>
      {removal.rule && <p className="mb-3">{`Rule ${removal.rule}`}</p>}
      {removal.reason && <p className="mb-3 whitespace-pre-wrap wrap-anywhere">{removal.reason}</p>}
      <a href={`/moderation?action=${removal.action_id}`} className="text-act underline">
        See it in the log of moderation
      </a>
      <KeptForThem kind="post" id={id} removal={removal} />
    </article>
  )
}
