import { type RefObject, useId, useRef } from 'react'
import { Honeypot, useSubmissionFacts } from '../../shared/drafts/submission-facts.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { USERNAME_MAX, USERNAME_MIN } from '../policy.ts'
import { ResendButton } from '../verification/resend-button.tsx'
import { AccountError, requestSignUp } from './auth-client.ts'
import { BusyNotice, EmailField, PasswordField, UsernameField } from './fields.tsx'
import { InviteField } from './registration.tsx'
import { useProof } from './use-proof.ts'
import { fieldRules, useSubmit } from './use-submit.ts'

export interface SignUpResult {
  username: string
  email: string
}

interface Props {
  email: string
  onEmail: (email: string) => void
  /** Set after the sign-up was sent. */
  signedUp: SignUpResult | undefined
  onSignedUp: (signedUp: SignUpResult | undefined) => void
  invite?: string | undefined
}

const RULES = { username: fieldRules.username, email: fieldRules.email, password: fieldRules.newPassword }

export function SignUpForm({ email, onEmail, signedUp, onSignedUp, invite }: Props) {
  const former = useRef<SignUpResult>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const { trap, read: readFacts } = useSubmissionFacts()
  const { isChecking, prepare, read: readProof, renew: renewProof, forget: forgetProof } = useProof()
  const { isPending, refusal, form, errorOf } = useSubmit(
    RULES,
    async ({ username = '', email = '', password = '', ...typed }) => {
      const invitation = typed.invite || invite
      const input = {
        ...{ username, email, password },
        ...(invitation && { invite: invitation }),
        ...readFacts(),
      }
      const proof = await readProof()
      await requestSignUp({ ...input, proof }).catch(async (error: unknown) => {
        const again = proof || !isCrowded(error) ? undefined : await renewProof(true)
        if (!again) throw error
        return requestSignUp({ ...input, proof: again })
      })
      forgetProof()
      onSignedUp({ username, email })
      toast({
        kind: 'success',
        title: 'Verification Required',
        description: 'Please check your email to verify your account.',
      })
    },
  )
  const correct = () => {
    former.current = signedUp
    onSignedUp(undefined)
    focusOnceShown(field)
  }
  return (
    <>
      {signedUp && <MailIsComing email={signedUp.email} onCorrect={correct} />}
      {/* Hidden instead of unmounted, because the values are needed to correct the address. */}
      <form
        {...form}
        onFocus={prepare}
        hidden={signedUp !== undefined}
        className="relative grid gap-5 pt-6 [&[hidden]]:hidden"
      >
        <UsernameField hint={usernameHint(former.current)} error={errorOf('username')} />
        <EmailField
          ref={field}
          defaultValue={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          error={errorOf('email')}
        />
        <PasswordField isNew error={errorOf('password')} />
        <InviteField invite={invite} error={errorOf('invite')} />
        <Honeypot trap={trap} />
        <BusyNotice refusal={refusal} />
        <Button
          type="submit"
          pending={isPending}
          pendingLabel={isChecking ? 'Checking…' : 'Creating Account...'}
          className="min-h-11"
        >
          Sign Up
        </Button>
      </form>
    </>
  )
}

/** Whether a sign-up was refused because too many people sign up. A retry with a proof of work succeeds. */
function isCrowded(error: unknown): boolean {
  return error instanceof AccountError && error.code === 'SERVICE_UNAVAILABLE'
}

/** Explains that the first sign-up has reserved the username for its email address. */
function usernameHint(former: SignUpResult | undefined) {
  const rule = `${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, "_" or "-".`
  return former
    ? `${rule} “${former.username}” is reserved for ${former.email}. Choose another username for a different address.`
    : rule
}

function focusOnceShown(field: RefObject<HTMLInputElement | null>) {
  requestAnimationFrame(() => {
    field.current?.focus()
    field.current?.select()
  })
}

/** This section receives focus, so that screen readers read all of it. */
function MailIsComing({ email, onCorrect }: { email: string; onCorrect: () => void }) {
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
        We’ve sent an email to <strong className="font-semibold">{email}</strong>. Open the link in it within
        24 hours. Can’t find it? Check your spam folder.
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
