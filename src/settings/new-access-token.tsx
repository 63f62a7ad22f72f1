import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { LIFETIMES, NAME_MISSING, SCOPE_TEXT, TOKEN_NAME_MAX } from '../accounts/access-tokens/policy.ts'
import { withAccountError } from '../accounts/sign-in/auth-client.ts'
import { useSubmit } from '../accounts/sign-in/use-submit.ts'
import { api, client } from '../core/client.ts'
import type { TokenScope } from '../core/token-scope.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/feedback/copy-text.ts'
import { CONTROL } from '../ui/form/control-look.ts'
import { Field, LabelledControl } from '../ui/form/field.tsx'

interface Props {
  scopes: readonly TokenScope[]
  onCancel: () => void
  onMade: (made: { name: string; token: string }) => void
}

const RULES = { name: (typed: string) => (typed.trim() === '' ? NAME_MISSING : undefined) }

export function NewAccessToken({ scopes, onCancel, onMade }: Props) {
  const queryClient = useQueryClient()
  const { isPending, form, errorOf } = useSubmit(RULES, async ({ name = '', scope, days }) => {
    const wanted = { name, scope: scope as TokenScope, days: Number(days) as (typeof LIFETIMES)[number] }
    const made = await withAccountError(client.accessTokens.create(wanted))
    onMade({ name: made.name, token: made.token })
    await queryClient.invalidateQueries({ queryKey: api.accessTokens.list.key() })
  })
  return (
    <form
      {...form}
      aria-label="New access token"
      className="grid w-full gap-5 rounded-lg border border-line bg-sunken p-4"
    >
      <Field
        label="Name"
        name="name"
        autoFocus
        required
        unmarked
        maxLength={TOKEN_NAME_MAX}
        autoComplete="off"
        hint="What it’s for, for example “Backup at home”."
        error={errorOf('name')}
      />
      <Scopes scopes={scopes} />
      <LabelledControl label="Expires after" hint="All tokens expire.">
        {(control) => (
          <select {...control} name="days" defaultValue={30} className={`${CONTROL} min-h-11`}>
            {LIFETIMES.map((days) => (
              <option key={days} value={days}>
                {days === 365 ? 'A year' : `${days} days`}
              </option>
            ))}
          </select>
        )}
      </LabelledControl>
      <div className="flex justify-end gap-3">
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending} pendingLabel="Creating...">
          Create token
        </Button>
      </div>
    </form>
  )
}

function Scopes({ scopes }: Pick<Props, 'scopes'>) {
  const id = useId()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Permissions</legend>
      {scopes.map((scope, index) => (
        <label key={scope} className="flex min-h-8 items-start gap-3 py-1 pointer-coarse:min-h-11">
          <input
            type="radio"
            name="scope"
            value={scope}
            defaultChecked={index === 0}
            aria-labelledby={`${id}-${scope}`}
            aria-describedby={`${id}-${scope}-means`}
            className="mt-0.5 size-5 flex-none accent-act"
          />
          <span>
            <span id={`${id}-${scope}`}>{SCOPE_TEXT[scope].name}</span>
            <span id={`${id}-${scope}-means`} className="block text-sm text-faint">
              {SCOPE_TEXT[scope].means}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface CreatedAccessTokenProps {
  name: string
  token: string
  onDone: () => void
}

/** Shows a new token. This is the only time, because the forum stores only its hash. */
export function CreatedAccessToken({ name, token, onDone }: CreatedAccessTokenProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = () => copyText(token, 'Access token copied', 'Could not copy. Select the token and copy it.')
  return (
    <section
      aria-labelledby={id}
      className="grid w-full gap-4 rounded-lg border border-act/50 bg-act-ground p-4"
    >
      <div>
        <h3 ref={heading} id={id} tabIndex={-1} className="font-sans text-base font-semibold wrap-anywhere">
          Your access token “{name}”
        </h3>
        <p className="mt-1">
          Copy it now. You won’t be able to see it again. Anyone with the token can use it, so store it like a
          password.
        </p>
      </div>
      <p className="font-mono text-sm wrap-anywhere select-all">{token}</p>
      <div className="flex flex-wrap gap-3">
        <Button kind="quiet" onClick={copy}>
          Copy
        </Button>
        <Button onClick={onDone}>I’ve saved it</Button>
      </div>
    </section>
  )
}
