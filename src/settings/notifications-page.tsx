import { useQuery } from '@tanstack/react-query'
import { api } from '../core/client.ts'
import { ChoicesSettings } from '../people/notifications/choices-settings.tsx'
import { DigestSettings } from './mail-choices/digest-settings.tsx'
import { PushSettings } from './push/push-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

export function NotificationSettingsPage() {
  return <SettingsPage title="Notifications">{() => <Notifications />}</SettingsPage>
}

function Notifications() {
  const { data: digest } = useQuery(api.digest.read.queryOptions())
  const { data: push } = useQuery(api.push.list.queryOptions())
  return (
    <>
      <ChoicesSettings
        hasDigest={digest !== undefined && digest.frequency !== 'off'}
        hasPush={push !== undefined && push.items.length > 0}
      />
      <PushSettings />
      <DigestSettings />
    </>
  )
}
