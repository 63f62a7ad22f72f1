import { ChoicesSettings } from '../people/notifications/choices-settings.tsx'
import { DigestSettings } from './mail-choices/digest-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

export function NotificationsPage() {
  return (
    <SettingsPage title="Notifications">
      {() => (
        <>
          <ChoicesSettings />
          <DigestSettings />
        </>
      )}
    </SettingsPage>
  )
}
