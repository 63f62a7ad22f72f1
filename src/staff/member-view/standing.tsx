import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SignUpHoldReason } from '../../accounts/policy.ts'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { ConfirmedAction } from '../../moderation/confirmed-action.tsx'
import { isolateText } from '../../platform/bidi-isolation.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/format/time.tsx'
import type { MemberView } from './contract.ts'

export function MemberStanding({ view }: { view: MemberView }) {
  const words = useRef<HTMLParagraphElement>(null)
  const { member, may_act, standing } = view
  const { established_at, vouch } = standing
  // Moves the focus to the text, because the clicked button has disappeared.
  const goOn = () => words.current?.focus()
  return (
    <>
      <p ref={words} tabIndex={-1} className="max-w-2xl outline-none">
        {established_at ? <Established standing={standing} /> : NEW_IN_WORDS}
        {!established_at && standing.is_held && ` ${heldInWords(standing)}`}
      </p>
      {may_act && (!established_at || vouch) && (
        <div className="mt-3">
          {established_at ? (
            <Withdraw member={member} onDone={goOn} />
          ) : (
            <VouchButton member={member} onDone={goOn} />
          )}
        </div>
      )}
    </>
  )
}

const NEW_IN_WORDS =
  'New, until three of their posts, comments or notes have been public for three days, or a moderator vouches for them.'

function heldInWords({ held_for }: MemberView['standing']): string {
  const why = held_for ? `: ${HELD_FOR_WORDS[held_for]}` : ''
  return `Until then, their content requires approval${why}.`
}

const HELD_FOR_WORDS: Record<SignUpHoldReason, string> = {
  crowd: 'they signed up during a wave of sign-ups, without the browser’s proof of work',
  hidden_field: 'they filled in a hidden field of the sign-up form, probably as a bot',
}

function Established({ standing: { established_at, vouch } }: Pick<MemberView, 'standing'>) {
  if (!vouch)
    return (
      <>
        Established <Time iso={established_at as string} />.
      </>
    )
  return (
    <>
      Established: <bdi>{vouch.by ? displayName(vouch.by) : 'a former member'}</bdi> vouched for them{' '}
      <Time iso={vouch.at} />.
    </>
  )
}

function Withdraw({ member, onDone }: Pick<MemberView, 'member'> & { onDone: () => void }) {
  return (
    <ConfirmedAction
      button={{ kind: 'quiet', label: 'Withdraw vouch' }}
      title={`Withdraw your vouch for ${isolateText(displayName(member))}?`}
      description="They become a new member again unless their content has established them. This appears in the public log without their name."
      confirmLabel="Withdraw"
      act={() => client.vouches.remove({ username: member.username })}
      done="Vouch withdrawn"
      onDone={onDone}
      failure="The vouch could not be withdrawn"
      queryKeys={standingKeys()}
    />
  )
}

interface Props {
  member: Author
  className?: string
  onDone?: () => void
}

export function VouchButton({ member, className = '', onDone }: Props) {
  const [isSending, setSending] = useState(false)
  const queryClient = useQueryClient()
  const vouch = async () => {
    setSending(true)
    try {
      await client.vouches.add({ username: member.username })
      toast({ kind: 'success', title: `You vouched for ${isolateText(displayName(member))}` })
      onDone?.()
    } catch (error) {
      showFailureToast('Vouching failed', error)
    }
    await Promise.all(standingKeys().map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    setSending(false)
  }
  return (
    <Button kind="quiet" className={className} pending={isSending} onClick={vouch}>
      Vouch
      <span className="sr-only">
        {' '}
        for <bdi>{displayName(member)}</bdi>
      </span>
    </Button>
  )
}

function standingKeys() {
  return [api.memberView.key(), api.moderationCases.read.key()]
}
