import { WaitingHere } from '../approval/waiting-here.tsx'

/** What the viewer has written here and waits for a moderator, behind the comments. */
export default function WaitingComments({ postId }: { postId: string }) {
  return (
    <WaitingHere
      label="Your comments that wait for a moderator"
      isHere={({ post_id }) => post_id === postId}
      idOf={({ id }) => `comment-${id}`}
      placeOf={({ parent_id }) =>
        parent_id ? { href: `#comment-${parent_id}`, label: 'See what it replies to' } : undefined
      }
    />
  )
}
