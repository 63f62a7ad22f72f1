import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/** The codes, this once, and how to keep them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', title: 'Recovery codes copied' }),
      () => toast({ kind: 'error', title: 'Could not copy', description: 'Please download or print them.' }),
    )
  return (
    <section aria-labelledby="recovery-codes" className="grid w-full gap-4 rounded-lg border border-line p-4">
      <div>
        <h4 id="recovery-codes" className="font-sans text-base font-semibold">
          Your recovery codes
        </h4>
        <p className="mt-1">
          Without your app, each of these signs you in once. They are not shown again: keep them where you
          find them without your phone.
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button kind="quiet" onClick={copy}>
          Copy
        </Button>
        <Button kind="quiet" onClick={() => download(text)}>
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
