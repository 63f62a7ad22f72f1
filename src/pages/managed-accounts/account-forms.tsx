import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { INVALID_EMAIL, INVALID_USERNAME, isEmail, isUsername } from '../../accounts/policy.ts'
import { EmailField, UsernameField } from '../../accounts/sign-in/fields.tsx'
import { client } from '../../core/client.ts'
import { type ErrorOf, useFieldError } from '../../core/use-field-error.ts'
import { UNDO_DAYS } from '../../settings/account-deletion/policy.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { accountQueryKeys } from './account-query-keys.ts'
import type { AccountDetails } from './contract.ts'

interface Props {
  account: AccountDetails
  onDone: () => void
}

export function UsernameForm({ account: { id, username }, onDone }: Props) {
  return (
    <AccountForm
      onDone={onDone}
      confirmLabel="Rename"
      done="Username changed"
      failure="The username could not be changed"
      check={({ username: typed = '' }) => (isUsername(typed) ? undefined : ['username', INVALID_USERNAME])}
      act={({ username: typed = '' }) => client.managedAccounts.rename({ id, username: typed })}
    >
      {(errorOf) => (
        <>
          <UsernameField
            label="New username"
            defaultValue={username}
            autoComplete="off"
            error={errorOf('username')}
          />
          <p className="text-sm text-muted">
            @{username} leads to the new profile for 90 days. We’ll email the member about the change.
          </p>
        </>
      )}
    </AccountForm>
  )
}

export function EmailForm({ account: { id, email, is_verified }, onDone }: Props) {
  return (
    <AccountForm
      onDone={onDone}
      confirmLabel="Change address"
      done="Address changed"
      failure="The address could not be changed"
      check={({ email: typed = '' }) => (isEmail(typed) ? undefined : ['email', INVALID_EMAIL])}
      act={({ email: typed = '' }) => client.managedAccounts.changeEmail({ id, email: typed })}
    >
      {(errorOf) => (
        <>
          <EmailField label="New email" autoComplete="off" error={errorOf('email')} />
          <p className="text-sm wrap-anywhere text-muted">
            The new address counts as verified. Check that it belongs to the member, because it gives access
            to the account. {is_verified && `${email} gets a link that undoes the change within seven days.`}
          </p>
        </>
      )}
    </AccountForm>
  )
}

export function DeletionForm({ account: { id, username }, onDone }: Props) {
  return (
    <AccountForm
      onDone={onDone}
      confirmLabel="Delete account"
      danger
      done="Account scheduled for deletion"
      failure="The account could not be deleted"
      act={({ delete_content }) =>
        client.managedAccounts.requestDeletion({ id, keep_content: delete_content === undefined })
      }
    >
      {() => (
        <>
          <p>
            @{username} is signed out everywhere right away. For {UNDO_DAYS} days, they can sign in and keep
            the account. After that, it’s permanently deleted.
          </p>
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="delete_content" className="size-5 flex-none accent-act" />
            Also delete their posts, comments and notes
          </label>
          <p className="text-sm text-muted">Otherwise, their content stays without their name.</p>
        </>
      )}
    </AccountForm>
  )
}

type Typed = Record<string, string>

interface AccountFormProps extends Pick<Props, 'onDone'> {
  confirmLabel: string
  danger?: boolean
  /** Title of the toast after success. */
  done: string
  /** Title of the toast after a failure that is not about a field. */
  failure: string
  /** Returns the field and message of an error in the typed values. */
  check?: (typed: Typed) => [field: string, message: string] | undefined
  act: (typed: Typed) => Promise<unknown>
  children: (errorOf: ErrorOf) => ReactNode
}

function AccountForm({
  onDone,
  confirmLabel,
  danger,
  done,
  failure,
  check,
  act,
  children,
}: AccountFormProps) {
  const queryClient = useQueryClient()
  const { form, errorOf, refuse, clear, isSending, send } = useFieldError(failure)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]),
    )
    const wrong = check?.(typed)
    if (wrong) return refuse(...wrong)
    await send(async () => {
      await act(typed)
      toast({ kind: 'success', title: done })
      onDone()
      await Promise.all(accountQueryKeys().map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    })
  }
  return (
    <form ref={form} onSubmit={submit} onChange={clear} noValidate className="grid gap-4">
      {children(errorOf)}
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" kind={danger ? 'danger' : 'primary'} pending={isSending}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
