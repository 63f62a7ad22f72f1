import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ResendButton } from '../verification/resend-button.tsx'

interface Props {
  email: string
  onCorrect: () => void
}

/** Where the form to sign up has been: what to do next. It takes the focus, so it is read out once, as a whole. */
export function MailIsComing({ email, onCorrect }: Props) {
  const id = useId()
  return (
    <section
      ref={focus}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="grid scroll-mt-24 gap-4 pt-6 outline-none"
    >
      <h2 id={`${id}-title`} className="text-xl">
        One more step
      </h2>
      <p id={`${id}-text`} className="wrap-anywhere">
        We have written to <strong className="font-semibold">{email}</strong>. Open the link in that mail
        within 24 hours, then sign in. If it does not come, look into the spam folder.
      </p>
      <div className="flex flex-wrap gap-3">
        <ResendButton key={email} email={email} />
        <Button kind="quiet" onClick={onCorrect}>
          Use another address
        </Button>
      </div>
    </section>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
