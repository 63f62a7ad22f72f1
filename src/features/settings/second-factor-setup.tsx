import { useEffect, useRef } from 'react'
import { encode } from 'uqr'
import { client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../accounts/second-factor/code-field.tsx'
import { codeRules } from '../accounts/second-factor/code-rules.ts'
import { withAccountError } from '../accounts/security/with-account-error.ts'
import { useSubmit } from '../accounts/sign-in/use-submit.ts'

interface Props {
  begun: { secret: string; uri: string }
  onCancel: () => void
  onDone: (recoveryCodes: string[]) => Promise<unknown>
}

/** The secret for the app, as a picture and as text, and a code to show that the app has it. */
export function SecondFactorSetup({ begun: { secret, uri }, onCancel, onDone }: Props) {
  const { isPending, form, errorOf } = useSubmit(codeRules.app, async ({ code = '' }) => {
    const { recovery_codes } = await withAccountError(client.me.confirmSecondFactor({ code }))
    await onDone(recovery_codes)
  })
  const heading = useRef<HTMLHeadingElement>(null)
  // Not the field: on a phone the picture would be out of sight.
  useEffect(() => heading.current?.focus(), [])
  return (
    <form {...form} className="grid w-full gap-4 rounded-lg border border-line bg-sunken p-4">
      <div>
        <h4 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
          Set up your app
        </h4>
        <p className="mt-1">
          Scan this with an authenticator app on your phone, or type the key into it. Then enter the code that
          it shows.
        </p>
      </div>
      <QrCode text={uri} />
      <div className="grid gap-1">
        <p>
          <span className="font-medium">Key: </span>
          <span className="font-mono text-sm wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</span>
        </p>
        <p>
          <a
            href={uri}
            className="inline-flex min-h-8 items-center text-act underline underline-offset-4 pointer-coarse:min-h-11"
          >
            Open it in an app on this device
          </a>
        </p>
      </div>
      <CodeField label="Code that the app shows" error={errorOf('code')} />
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
