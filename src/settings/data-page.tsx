import LeaveSettings from './account-deletion/account-deletion-settings.tsx'
import ExportSettings from './exports/export-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

export function DataPage() {
  return (
    <SettingsPage title="Your data">
      {(viewer) => (
        <>
          <ExportSettings memberId={viewer.id} />
          <LeaveSettings />
        </>
      )}
    </SettingsPage>
  )
}
