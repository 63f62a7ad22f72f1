import { type ComponentProps, useId, useState } from 'react'
import { CONTROL } from '../../../ui/form/control-look.ts'
import { Labelled } from '../../../ui/form/field.tsx'
import { PASSWORD_MAX, PASSWORD_MIN } from '../policy.ts'

interface Props extends Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'autoFocus'> {
  label?: string
  /** Chosen here and now, so it has to be long enough. */
  isNew?: boolean
  error?: string | undefined
  aside?: ComponentProps<typeof Labelled>['aside']
}

/** A password, with a button to look at it: who sees what they type needs no second field to repeat it. */
export function PasswordField({ label = 'Password', isNew = false, error, aside, ...input }: Props) {
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <Labelled
      id={id}
      label={label}
      error={error}
      aside={aside}
      hint={isNew ? `At least ${PASSWORD_MIN} characters.` : undefined}
    >
      {(control) => (
        <div className="relative">
          <input
            name="password"
            required
            minLength={isNew ? PASSWORD_MIN : undefined}
            maxLength={PASSWORD_MAX}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`${CONTROL} min-h-11 pr-16`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-controls={id}
            aria-describedby={`${id}-label`}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 min-w-14 rounded-r-lg px-3 text-sm font-medium text-muted hover:text-text -outline-offset-2"
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Labelled>
  )
}
