import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useSiteName } from '../site/title.tsx'

interface Props {
  codes: string[]
  username: string
  onDone: () => void
}

/** The codes, this once, and how to keep them. */
export function RecoveryCodes({ codes, username, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const whose = `Recovery codes of ${username} for ${useSiteName()}`
  const copy = async () => {
    try {
      // Where a browser has none, as over http, this is a failure like any other.
      await navigator.clipboard.writeText(`${codes.join('\n')}\n`)
      toast({ kind: 'success', title: 'Recovery codes copied' })
    } catch {
      toast({ kind: 'error', title: 'Could not copy', description: 'Please download or print them.' })
    }
  }
  return (
    <section
      data-prints-alone
      aria-labelledby="recovery-codes"
      className="grid w-full gap-4 rounded-lg border border-act/50 bg-act-ground p-4"
    >
      <div>
        <h4 ref={heading} id="recovery-codes" tabIndex={-1} className="font-sans text-base font-semibold">
          Your recovery codes
        </h4>
        <p className="mt-1">
          Without your app, each of these signs you in once. They are not shown again: keep them where you
          find them without your phone.
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
        <Button onClick={onDone}>I have kept them</Button>
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
