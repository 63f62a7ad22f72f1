import { PASSWORD_MIN } from '../accounts/policy.ts'
import { type PasswordOwner, passwordObstacle } from '../accounts/security/password-rule.ts'

interface Props {
  password: string
  owner: PasswordOwner
}

/** How far a password is from being taken, by the very rule of the server. */
export function PasswordMeter({ password, owner }: Props) {
  const obstacle = passwordObstacle(password, owner)
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
        {obstacle ?? 'This password will do. The longer, the better.'}
      </p>
    </div>
  )
}
