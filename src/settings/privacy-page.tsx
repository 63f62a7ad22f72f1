import PrivacySettings from '../people/mutes/privacy-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

export function PrivacyPage() {
  return <SettingsPage title="Privacy">{(viewer) => <PrivacySettings viewer={viewer} />}</SettingsPage>
}
