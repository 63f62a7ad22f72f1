import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client } from '../../core/client.ts'
import { ROLES, type Role } from '../../core/viewer.ts'
import { ConfirmedAction } from '../../moderation/confirmed-action.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DeletionForm, EmailForm, UsernameForm } from './account-forms.tsx'
import { accountQueryKeys } from './account-query-keys.ts'
import type { AccountDetails } from './contract.ts'

interface Props {
  account: AccountDetails
}

const LOOK = { kind: 'quiet', className: 'text-sm max-md:px-3' } as const

export function AccountActions({ account }: Props) {
  const { id, username, email, can } = account
  return (
    <div ref={useFocusAfterAction(account)} tabIndex={-1} className="mt-4 flex flex-wrap gap-2 outline-none">
      {ROLES.map((role) => (
        <RoleAction key={role} account={account} role={role} />
      ))}
      {can.rename && (
        <FormAction label="Rename" title={`Rename @${username}`}>
          {(close) => <UsernameForm account={account} onDone={close} />}
        </FormAction>
      )}
      {can.verify && (
        <ConfirmedAction
          button={{ ...LOOK, label: 'Verify address' }}
          title="Mark this address as verified?"
          description={`${username} can then sign in with ${email}. Do this only if you know that the address is theirs.`}
          confirmLabel="Verify"
          act={() => client.managedAccounts.verify({ id })}
          done="Address verified"
          failure="The address could not be verified"
          queryKeys={accountQueryKeys()}
        />
      )}
      {can.change_email && (
        <FormAction label="Change address" title={`Change the address of @${username}`}>
          {(close) => <EmailForm account={account} onDone={close} />}
        </FormAction>
      )}
      {can.reset_password && (
        <ConfirmedAction
          button={{ ...LOOK, label: 'Send password reset' }}
          title="Send a password reset email?"
          description={`We’ll email ${email} a link for choosing a new password. It works for an hour.`}
          confirmLabel="Send"
          act={() => client.managedAccounts.resetPassword({ id })}
          done="Password reset sent"
          failure="The email could not be sent"
          queryKeys={accountQueryKeys()}
        />
      )}
      {can.delete && (
        <FormAction label="Delete account" title={`Delete the account of @${username}?`}>
          {(close) => <DeletionForm account={account} onDone={close} />}
        </FormAction>
      )}
    </div>
  )
}

/** Returns a ref to the element that gets the focus if a change of the account removed the focused button. */
function useFocusAfterAction(account: AccountDetails) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the account
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [account])
  return place
}

function RoleAction({ account: { id, username, can }, role }: Props & { role: Role }) {
  const isHeld = can.revoke.includes(role)
  if (!isHeld && !can.grant.includes(role)) return null
  const label = `${isHeld ? 'Remove' : 'Make'} ${role}`
  const description = isHeld
    ? `@${username} loses the role immediately and gets an email about it.`
    : `@${username} gets ${role === 'admin' ? 'the roles admin and editor' : 'the role'} immediately, and an email about it.`
  return (
    <ConfirmedAction
      button={{ ...LOOK, label }}
      title={
        isHeld ? `Remove the role “${role}” from @${username}?` : `Give @${username} the role “${role}”?`
      }
      description={description}
      confirmLabel={label}
      danger={isHeld}
      act={() => client.managedAccounts[isHeld ? 'revokeRole' : 'grantRole']({ id, role })}
      done={isHeld ? 'Role removed' : 'Role granted'}
      failure="The role could not be changed"
      queryKeys={accountQueryKeys()}
    />
  )
}

interface FormActionProps {
  label: string
  title: string
  children: (close: () => void) => ReactNode
}

function FormAction({ label, title, children }: FormActionProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button {...LOOK} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  )
}
