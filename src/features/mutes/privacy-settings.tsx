import type { Viewer } from '../../api/core/viewer.ts'
import { MessagesFromField } from './messages-from-field.tsx'
import { RelationList } from './relation-list.tsx'

export default function PrivacySettings({ viewer }: { viewer: Viewer }) {
  return (
    <div className="mt-4 grid gap-8">
      <MessagesFromField viewer={viewer} />
      <RelationList
        relation="mutes"
        title="Muted"
        empty="You mute nobody. The menu on a profile does it: you no longer see what they write or hear of what they do."
      />
      <RelationList
        relation="blocks"
        title="Blocked"
        empty="You block nobody. Who is blocked cannot write to you, follow you or reply to your notes either."
      />
    </div>
  )
}
