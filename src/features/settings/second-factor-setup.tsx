import { encode } from 'uqr'
import { client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { INVALID_CODE, isCode } from '../accounts/second-factor/codes.ts'
import { withAccountError } from '../accounts/security/with-account-error.ts'
import { useSubmit } from '../accounts/sign-in/use-submit.ts'

interface Props {
  begun: { secret: string; uri: string }
  onCancel: () => void
  onDone: (recoveryCodes: string[]) => Promise<unknown>
}

const RULES = { code: (typed: string) => (isCode(typed) ? undefined : INVALID_CODE) }

/** The secret for the app, as a picture and as text, and a code to show that the app has it. */
export function SecondFactorSetup({ begun: { secret, uri }, onCancel, onDone }: Props) {
  const { isPending, form, errorOf } = useSubmit(RULES, async ({ code = '' }) => {
    const { recovery_codes } = await withAccountError(client.me.confirmSecondFactor({ code }))
    await onDone(recovery_codes)
  })
  return (
    <form {...form} className="grid w-full gap-4">
      <p>Scan this with your authenticator app, or type the key below into it.</p>
      <QrCode text={uri} />
      <p className="font-mono text-sm wrap-anywhere">
        <span className="sr-only">Key: </span>
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <p>
        <a href={uri} className="text-act underline underline-offset-4">
          Open it in an app on this device
        </a>
      </p>
      <Field
        label="Code that the app shows"
        unmarked
        name="code"
        required
        autoFocus
        maxLength={20}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errorOf('code')}
      />
      <div className="flex justify-end gap-3">
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending} pendingLabel="Checking...">
          Confirm
        </Button>
      </div>
    </form>
  )
}

/** Dark on light in either theme, as cameras want it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the key below"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-lg"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
