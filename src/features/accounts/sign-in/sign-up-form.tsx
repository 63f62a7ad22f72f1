import { type RefObject, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Trap, useSubmissionFacts } from '../../drafts/submission-facts.tsx'
import { EmailField } from '../email-field.tsx'
import { USERNAME_MAX, USERNAME_MIN } from '../policy.ts'
import { AccountError, signUp } from './auth-client.ts'
import { BusyNotice } from './busy-notice.tsx'
import { fieldRules } from './field-rules.ts'
import { MailIsComing } from './mail-is-coming.tsx'
import { PasswordField } from './password-field.tsx'
import { InviteField } from './registration.tsx'
import { useProof } from './use-proof.ts'
import { useSubmit } from './use-submit.ts'

export interface SignedUp {
  username: string
  email: string
}

interface Props {
  email: string
  onEmail: (email: string) => void
  /** Who has just signed up: a mail is on its way to them. */
  signedUp: SignedUp | undefined
  onSignedUp: (signedUp: SignedUp | undefined) => void
  /** What the link of invitation holds that led here. */
  invite?: string | undefined
}

const RULES = {
  username: fieldRules.username,
  email: fieldRules.email,
  password: fieldRules.newPassword,
}

export function SignUpForm({ email, onEmail, signedUp, onSignedUp, invite }: Props) {
  const former = useRef<SignedUp>(undefined)
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
      await signUp({ ...input, proof }).catch(async (error: unknown) => {
        const again = proof || !isCrowded(error) ? undefined : await renewProof(true)
        if (!again) throw error
        return signUp({ ...input, proof: again })
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
      {/* Kept as it is filled in, for an address that was mistyped. */}
      <form
        {...form}
        onFocus={prepare}
        hidden={signedUp !== undefined}
        className="relative grid gap-5 pt-6 [&[hidden]]:hidden"
      >
        <Field
          label="Username"
          unmarked
          name="username"
          required
          maxLength={USERNAME_MAX}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          hint={usernameHint(former.current)}
          error={errorOf('username')}
        />
        <EmailField
          ref={field}
          defaultValue={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          error={errorOf('email')}
        />
        <PasswordField isNew error={errorOf('password')} />
        <InviteField invite={invite} error={errorOf('invite')} />
        <Trap trap={trap} />
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

/** Too many sign up without a proof: with one, this browser may still do. */
function isCrowded(error: unknown): boolean {
  return error instanceof AccountError && error.code === 'SERVICE_UNAVAILABLE'
}

/** A name belongs to the address that it was first asked for with, until it is known whose that is. */
function usernameHint(former: SignedUp | undefined) {
  const rule = `${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, "_" or "-".`
  return former
    ? `${rule} “${former.username}” waits for ${former.email}: another address needs another name.`
    : rule
}

function focusOnceShown(field: RefObject<HTMLInputElement | null>) {
  requestAnimationFrame(() => {
    field.current?.focus()
    field.current?.select()
  })
}
