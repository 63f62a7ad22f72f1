import { useEffect, useRef } from 'react'
import { encode } from 'uqr'
import { codeRules } from '../accounts/second-factor/policy.ts'
import { withAccountError } from '../accounts/sign-in/auth-client.ts'
import { CodeField } from '../accounts/sign-in/fields.tsx'
import { useSubmit } from '../accounts/sign-in/use-submit.ts'
import { client } from '../core/client.ts'
import { useSiteName } from '../shared/branding/title.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/feedback/copy-text.ts'

interface Props {
  begun: { secret: string; uri: string }
  onCancel: () => void
  onDone: (recoveryCodes: string[]) => Promise<unknown>
}

export function SecondFactorSetup({ begun: { secret, uri }, onCancel, onDone }: Props) {
  const { isPending, form, errorOf } = useSubmit(codeRules.app, async ({ code = '' }) => {
    const { recovery_codes } = await withAccountError(client.me.confirmSecondFactor({ code }))
    await onDone(recovery_codes)
  })
  const heading = useRef<HTMLHeadingElement>(null)
  // Focuses the heading. If the field had the focus, a phone would scroll the QR code out of view.
  useEffect(() => heading.current?.focus(), [])
  return (
    <form {...form} className="grid w-full gap-4 rounded-lg border border-line bg-sunken p-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
          Set up your app
        </h3>
        <p className="mt-1">
          Scan this with an authenticator app on your phone, or enter the key manually. Then enter the code
          the app shows.
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
            Open in an app on this device
          </a>
        </p>
      </div>
      <CodeField label="Code from the app" error={errorOf('code')} />
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

/** Draws a QR code, dark on light in both themes, so that cameras can read it. */
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

interface CodesProps {
  codes: string[]
  username: string
  onDone: () => void
}

/** Shows new recovery codes. This is the only time, because they cannot be read again. */
export function RecoveryCodes({ codes, username, onDone }: CodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const whose = `Recovery codes of ${username} for ${useSiteName()}`
  const copy = () =>
    copyText(`${codes.join('\n')}\n`, 'Recovery codes copied', 'Could not copy. Download or print them.')
  return (
    <section
      data-prints-alone
      aria-labelledby="recovery-codes"
      className="grid w-full gap-4 rounded-lg border border-act/50 bg-act-ground p-4"
    >
      <div>
        <h3 ref={heading} id="recovery-codes" tabIndex={-1} className="font-sans text-base font-semibold">
          Your recovery codes
        </h3>
        <p className="mt-1">
          If you lose your app, you can sign in once with each of these. They won’t be shown again. Store them
          somewhere you can reach without your phone.
        </p>
      </div>
      <p className="hidden print:block">{whose}</p>
      <ul className="grid max-w-sm grid-cols-2 gap-x-6 gap-y-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button kind="quiet" onClick={copy}>
          Copy
        </Button>
        <Button kind="quiet" onClick={() => download(`${whose}\n\n${codes.join('\n')}\n`)}>
          Download
        </Button>
        <Button kind="quiet" onClick={() => print()}>
          Print
        </Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </section>
  )
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' })
  link.click()
  URL.revokeObjectURL(address)
}
