import { AccessTokens } from './access-tokens.tsx'
import { ConnectedProviders } from './connected-providers.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'
import { SettingsPage } from './settings-page.tsx'

export function SecurityPage() {
  return (
    <SettingsPage title="Security">
      {(viewer) => (
        <>
          {viewer.resting_roles && <RestingRolesNotice />}
          <PasswordForm username={viewer.username} />
          <ConnectedProviders />
          <SecondFactor username={viewer.username} />
          <PasskeyList />
          <SessionList />
          <AccessTokens />
        </>
      )}
    </SettingsPage>
  )
}

function RestingRolesNotice() {
  return (
    <p role="status" className="rounded-lg border border-act/50 bg-act-ground p-4">
      <strong className="font-semibold">Your roles are paused.</strong> This forum requires a second factor
      for roles.{' '}
      <a href="#second-factor" className="text-act underline underline-offset-4">
        Turn one on below
      </a>{' '}
      to use them again, or sign in with a{' '}
      <a href="#passkeys" className="text-act underline underline-offset-4">
        passkey
      </a>
      , which counts as a second factor.
    </p>
  )
}
