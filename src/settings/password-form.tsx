import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PASSWORD_MIN } from '../accounts/policy.ts'
import { findPasswordProblem, type PasswordOwner } from '../accounts/security/password-rule.ts'
import { withAccountError } from '../accounts/sign-in/auth-client.ts'
import { PasswordField } from '../accounts/sign-in/fields.tsx'
import { fieldRules, useSubmit } from '../accounts/sign-in/use-submit.ts'
import { api, client } from '../core/client.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'

export function PasswordForm({ username }: { username: string }) {
  const { data } = useQuery(api.me.readEmail.queryOptions())
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const owner = { username, email: data?.email }
  const rules = {
    current_password: fieldRules.password,
    new_password: (text: string) => fieldRules.newPassword(text) ?? findPasswordProblem(text, owner),
  }
  const { isPending, form, errorOf } = useSubmit(
    rules,
    async ({ current_password = '', new_password = '' }) => {
      await withAccountError(client.me.changePassword({ current_password, new_password }))
      element.current?.reset()
      setTyped('')
      toast({
        kind: 'success',
        title: 'Password changed',
        description: 'You’ve been signed out everywhere else.',
      })
      await queryClient.invalidateQueries({ queryKey: api.me.listSessions.key() })
    },
  )
  return (
    <form {...form} ref={element} className="grid justify-items-start gap-4">
      <div>
        <h2 className="font-sans text-base font-semibold">Password</h2>
        <p className="mt-1 text-muted">Changing it signs you out everywhere else.</p>
      </div>
      {/* A hidden field from which password managers learn the account that the password belongs to. */}
      <input type="text" autoComplete="username" value={data?.email ?? ''} readOnly hidden />
      <div className="grid w-full gap-4">
        <PasswordField label="Current password" name="current_password" error={errorOf('current_password')} />
        <PasswordField
          label="New password"
          name="new_password"
          isNew
          error={errorOf('new_password')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <PasswordMeter password={typed} owner={owner} />
      </div>
      <Button type="submit" kind="quiet" pending={isPending} pendingLabel="Saving...">
        Change password
      </Button>
    </form>
  )
}

/** Shows whether the server would accept the typed password. */
function PasswordMeter({ password, owner }: { password: string; owner: PasswordOwner }) {
  const obstacle = findPasswordProblem(password, owner)
  const length = Math.min(password.length, PASSWORD_MIN)
  if (password === '') return null
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full forced-colors:bg-[CanvasText] ${obstacle ? 'bg-act' : 'bg-good'}`}
          style={{ width: `${(length / PASSWORD_MIN) * 100}%` }}
        />
      </div>
      <p aria-live="polite" className={`text-sm ${obstacle ? 'text-muted' : 'text-good'}`}>
        {obstacle ?? 'This password is good enough. Longer is better.'}
      </p>
    </div>
  )
}
