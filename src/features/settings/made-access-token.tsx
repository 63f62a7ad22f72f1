import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

interface Props {
  name: string
  token: string
  onDone: () => void
}

/** The token, this once, and how to keep it. */
export function MadeAccessToken({ name, token, onDone }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    try {
      // Where a browser has none, as over http, this is a failure like any other.
      await navigator.clipboard.writeText(token)
      toast({ kind: 'success', title: 'Access token copied' })
    } catch {
      toast({ kind: 'error', title: 'Could not copy', description: 'Please select it and copy it.' })
    }
  }
  return (
    <section
      aria-labelledby={id}
      className="grid w-full gap-4 rounded-lg border border-act/50 bg-act-ground p-4"
    >
      <div>
        <h4 ref={heading} id={id} tabIndex={-1} className="font-sans text-base font-semibold wrap-anywhere">
          Your access token “{name}”
        </h4>
        <p className="mt-1">
          Copy it now: it is not shown again. Whoever has it can do what it is for, so keep it like a
          password.
        </p>
      </div>
      <p className="font-mono text-sm wrap-anywhere select-all">{token}</p>
      <div className="flex flex-wrap gap-3">
        <Button kind="quiet" onClick={copy}>
          Copy
        </Button>
        <Button onClick={onDone}>I have kept it</Button>
      </div>
    </section>
  )
}
