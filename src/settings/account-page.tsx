import { EmailForm } from './email-form.tsx'
import { SettingsPage } from './settings-page.tsx'

export function AccountPage() {
  return <SettingsPage title="Account">{() => <EmailForm />}</SettingsPage>
}
