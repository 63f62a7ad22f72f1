import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'

interface Props {
  secret: string
  onDone: () => void
}

/** Shows a new signing secret. This is the only time, because the forum stores it encrypted. */
export function SigningSecret({ secret, onDone }: Props) {
  const id = useId()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = () => copyText(secret, 'Signing secret copied', 'Select the secret and copy it.')
  const close = () => {
    onDone()
    // The focused button disappears with the secret.
    document.getElementById('webhooks')?.focus()
  }
  return (
    <section
      aria-labelledby={id}
      className="mt-5 grid max-w-xl gap-4 rounded-lg border border-act/50 bg-act-ground p-4"
    >
      <div>
        <p ref={heading} id={id} tabIndex={-1} className="font-semibold">
          Signing secret
        </p>
        <p className="mt-1">
          Copy it now. You won’t be able to see it again. Your receiver uses it to check that requests come
          from this forum.
        </p>
      </div>
      <p className="font-mono text-sm wrap-anywhere select-all">{secret}</p>
      <div className="flex flex-wrap gap-3">
        <Button kind="quiet" onClick={copy}>
          Copy
        </Button>
        <Button onClick={close}>I’ve saved it</Button>
      </div>
    </section>
  )
}
